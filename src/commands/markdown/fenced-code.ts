import { endOfLine, linesOf, startOfLine } from "./lines.js";
import { readable } from "./parse-markdown.js";
import type { Block } from "./top-level-blocks.js";

/** Whether a block is code between fences, as opposed to indented code. */
export function isFenced(body: string, block: Block | undefined): block is Block {
  return block?.node.type === "code" && /[`~]/.test(body.charAt(block.start));
}

/**
 * Completes a fence of which the parser has seen the first line: to its closing line, or to the end. People send files
 * in fences, which contain no Markdown, so the parser need not read them.
 */
export function wholeFence(body: string, block: Block): Block {
  const { node, base, start } = block;
  if (node.type !== "code") throw new Error(`a ${node.type} is no fence`);
  const fence = /^(?:`+|~+)/.exec(body.slice(start, endOfLine(body, start)))?.[0] ?? "";
  const content = start + lengthOfLine(body, start);
  const closing = closingLine(body, { mark: fence.charAt(0), length: fence.length, from: endOfLine(body, start) });
  const end = closing === undefined ? body.length : closing + lengthOfLine(body, closing);
  const value = body.slice(content, closing ?? body.length).replace(/^(?:\r?\n|\r)|(?:\r?\n|\r)$/g, "");
  return { node: { ...node, value: readable(dedented(value, start - startOfLine(body, start))) }, base, start, end };
}

/** Where the line begins that closes a fence: as many marks or more, at most three spaces before them and only blanks behind. */
function closingLine(body: string, fence: { mark: string; length: number; from: number }): number | undefined {
  const closes = new RegExp(`^ {0,3}${fence.mark}{${fence.length},}[ \\t]*$`);
  for (let start = fence.from; start < body.length; start = endOfLine(body, start)) {
    if (closes.test(body.slice(start, start + lengthOfLine(body, start)))) return start;
  }
  return undefined;
}

function lengthOfLine(body: string, start: number): number {
  return body.slice(start, endOfLine(body, start)).replace(/(?<![\r\n])[\r\n]+$/, "").length;
}

/** Lines in a fence lose as many columns of white space as stand before the fence; what a tab has over is spaces. */
function dedented(value: string, columns: number): string {
  if (columns === 0) return value;
  const lines = linesOf(value);
  return lines
    .map(({ start, text }, index) => {
      const lineEnd = value.slice(start + text.length, lines[index + 1]?.start ?? value.length);
      return withoutColumns(text, columns) + lineEnd;
    })
    .join("");
}

function withoutColumns(line: string, columns: number): string {
  let column = 0;
  let index = 0;
  for (; column < columns && /[ \t]/.test(line.charAt(index)); index++) {
    column += line.charAt(index) === "\t" ? 4 - (column % 4) : 1;
  }
  return " ".repeat(Math.max(0, column - columns)) + line.slice(index);
}

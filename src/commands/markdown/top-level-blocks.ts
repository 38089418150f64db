import type { Root, RootContent } from "mdast";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { endOfLine, linesOf, startOfLine } from "./lines.js";
import { parseBlocks } from "./parse-markdown.js";

/** One block of a comment that stands in no other. Offsets count from the start of the comment, those inside the node from `base`. */
export type Block = {
  readonly node: RootContent;
  readonly base: number;
  readonly start: number;
  readonly end: number;
};

/** The parser's time grows with the square of some inputs, so it is given a window at a time. */
export const WINDOW = 4_096;
/** A block that is no fenced code and still open after this much is nothing a person typed around a command. */
export const MAX_BLOCK = 16_384;
/** A single line may be as long as this; a window is never cut within a line. */
export const MAX_LINE = 8_192;
/** Quotes and lists inside each other, opened on one line. Beyond some thousand the parser runs out of stack. */
export const MAX_NESTING = 64;

/**
 * The blocks of a comment, as one parse of the whole would give them. What comes later never changes a block that
 * another one follows, so all but the last block of a window are final, and the next window begins with that last one.
 */
export function topLevelBlocks(
  body: string,
  { parse = parseBlocks, window = WINDOW }: { parse?: (text: string) => Root; window?: number } = {},
): Outcome<readonly Block[]> {
  if (linesOf(body).some(({ text }) => text.length > MAX_LINE || nestingOf(text) > MAX_NESTING)) return tooComplex();
  const blocks: Block[] = [];
  let start = 0;
  let size = window;
  while (start < body.length) {
    const end = endOfLine(body, start + size);
    const found = parse(body.slice(start, end)).children.map((node) => placed(node, start));
    if (end === body.length) return accept([...blocks, ...found]);
    const open = openFrom(body, found);
    const next = startOfLine(body, found[open]?.start ?? end);
    if (next > start) {
      blocks.push(...found.slice(0, open));
      start = next;
      size = window;
    } else if (isFenced(body, found[open])) {
      size = Math.max(size + window, behindFence(body, end) - start);
    } else if (size < MAX_BLOCK) {
      size += window;
    } else {
      return tooComplex();
    }
  }
  return accept(blocks);
}

function tooComplex(): Outcome<never> {
  return refuse(
    "comment-too-complex",
    `This comment was not searched for commands, because it has a line of more than ${MAX_LINE} characters, a quote, list or paragraph of more than ${MAX_BLOCK}, or quotes and lists nested more than ${MAX_NESTING} deep. Write the command in a comment of its own.`,
  );
}

function placed(node: RootContent, base: number): Block {
  const { start, end } = node.position ?? {};
  if (start?.offset === undefined || end?.offset === undefined) throw new Error(`a parsed ${node.type} has no place`);
  return { node, base, start: base + start.offset, end: base + end.offset };
}

/** Where the blocks begin that the text after the window may still change, or whose reading depends on the one before. */
function openFrom(body: string, blocks: readonly Block[]): number {
  return blocks.slice(0, -1).findLastIndex((block) => !leansOnNext(body, block)) + 1;
}

/** A definition's title may follow on the next line, and right after indented code fewer things begin a block. */
function leansOnNext(body: string, { node, start }: Block): boolean {
  return node.type === "definition" || (node.type === "code" && /[ \t]/.test(body.charAt(start)));
}

/** Fenced code may be long: people send files in it, and it costs the parser next to nothing. */
function isFenced(body: string, block: Block | undefined): boolean {
  return block?.node.type === "code" && /[`~]/.test(body.charAt(block.start));
}

/**
 * The end of the first line behind one that could close a fence: up to there all is code, and there it shows whether it
 * did close.
 */
function behindFence(body: string, from: number): number {
  const fence = /^ {0,3}(?:`{3,}|~{3,})[ \t]*$\s*.*/gm;
  fence.lastIndex = from;
  return fence.test(body) ? fence.lastIndex : body.length;
}

/** How many containers a line opens; a marker of a list needs white space after it. */
function nestingOf(line: string): number {
  const opening = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)|\[\^[^\]\s]{1,999}\]:))+/.exec(line)?.[0] ?? "";
  return opening.match(/>|[-+*]|\d[.)]|\]:/g)?.length ?? 0;
}

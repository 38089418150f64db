import type { Root, RootContent } from "mdast";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { isFenced, wholeFence } from "./fenced-code.js";
import { endOfLine, linesOf, startOfLine } from "./lines.js";
import { parseBlocks } from "./parse-markdown.js";
import { blockCost, nestingOf } from "./parsing-cost.js";

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
/** What the parser may cost in all. The longest comment of prose needs nearly as much; what needs more was made to. */
export const MAX_COST = 66_000;

const FENCE = /^ {0,3}(?:```|~~~)/m;

/**
 * The blocks of a comment, as one parse of the whole would give them. What comes later never changes a block that
 * another one follows, so all but the last block of a window are final, and the next window begins with that last one.
 */
export function topLevelBlocks(
  body: string,
  { parse = parseBlocks, window = windowFor(body) }: { parse?: (text: string) => Root; window?: number } = {},
): Outcome<readonly Block[]> {
  if (linesOf(body).some(({ text }) => text.length > MAX_LINE || nestingOf(text) > MAX_NESTING)) return tooComplex();
  // Without a fence the parser is given everything, so what that costs is known before.
  if (!FENCE.test(body) && blockCost(body) > MAX_COST) return tooComplex();
  const blocks: Block[] = [];
  let start = 0;
  let size = window;
  let cost = 0;
  while (start < body.length) {
    const end = endOfLine(body, start + size);
    const text = body.slice(start, end);
    cost += blockCost(text);
    if (cost > MAX_COST) return tooComplex();
    const found = parse(text).children.map((node) => placed(node, start));
    if (end === body.length) return accept([...blocks, ...found]);
    const last = found.at(-1);
    if (isFenced(body, last)) {
      const fence = wholeFence(body, last);
      blocks.push(...found.slice(0, -1), fence);
      start = endOfLine(body, fence.end);
      size = window;
      continue;
    }
    const open = openFrom(body, found);
    const next = startOfLine(body, found[open]?.start ?? end);
    if (next > start) {
      blocks.push(...found.slice(0, open));
      start = next;
      size = window;
    } else if (size < MAX_BLOCK) {
      size *= 2;
    } else {
      return tooComplex();
    }
  }
  return accept(blocks);
}

/** What may be one block anyway is parsed at once: a long table or list that outgrows its window is paid for again and again. */
function windowFor(body: string): number {
  return body.length <= MAX_BLOCK ? Math.max(body.length, 1) : WINDOW;
}

function tooComplex(): Outcome<never> {
  return refuse(
    "comment-too-complex",
    `This comment was not searched for commands, because it has a line of more than ${MAX_LINE} characters, a quote, list or paragraph of more than ${MAX_BLOCK}, quotes and lists nested more than ${MAX_NESTING} deep, or more lines, items, cells and link definitions than a person writes. Write the command in a comment of its own.`,
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

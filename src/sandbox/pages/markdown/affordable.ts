/**
 * Limits how much of a text is rendered; GitHub has limits too. The parser needs seconds for a few kilobytes of opening
 * marks, and deep nesting overflows the stack.
 */
import { blockCost, nestingOf } from "../../../commands/markdown/parsing-cost.js";

export type Affordable = {
  /** Whole paragraphs from the beginning. */
  readonly rendered: string;
  /** The rest, shown as plain text. */
  readonly rest: string;
};

/**
 * Microseconds on a slow machine. A text may take a tenth of a second, so this leaves a margin. Twelve kilobytes of
 * ordinary prose fit.
 */
const MAX_COST = 75_000;
const MAX_NESTING = 16;
/** A tag may stay open until the end of the text, and then contains everything after it. */
const MAX_TAGS = 1_000;

export function affordable(text: string): Affordable {
  let cost = 0;
  let tags = 0;
  let end = 0;
  for (const paragraph of paragraphsOf(text)) {
    cost += costOf(paragraph);
    tags += paragraph.split("<").length - 1;
    if (cost > MAX_COST || tags > MAX_TAGS || isTooDeep(paragraph)) break;
    end += paragraph.length;
  }
  return { rendered: text.slice(0, end), rest: text.slice(end) };
}

/** Each paragraph includes the empty lines after it, so that together they are the text. */
function paragraphsOf(text: string): readonly string[] {
  return text.match(/(?:.*\n)*?(?:[ \t\r]*\n)+|[\s\S]+$/g) ?? [];
}

/**
 * The cost of finding blocks and creating elements, and then of each mark, which is compared with all marks before it.
 */
function costOf(paragraph: string): number {
  const marks = paragraph.match(MARKS)?.length ?? 0;
  return 2 * blockCost(paragraph) + 60 * marks + (marks * marks) / 32;
}

const MARKS = /[*~[\]`<@#&]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|\bwww\.|https?:/g;

function isTooDeep(paragraph: string): boolean {
  return paragraph.split("\n").some((line) => nestingOf(line) > MAX_NESTING);
}

/**
 * How much of a text is worth rendering: GitHub, too, gives up on some. The parser needs seconds for a few kilobytes of
 * marks that might open something, and more than the stack has for what nests without end.
 */
import { blockCost, nestingOf } from "../../../commands/markdown/parsing-cost.js";

export type Affordable = {
  /** From the beginning, whole paragraphs. */
  readonly rendered: string;
  /** What is shown as it was written. */
  readonly rest: string;
};

/** Microseconds on a slow machine, with room to the tenth of a second that a text may take; twelve kilobytes of ordinary prose. */
const MAX_COST = 75_000;
const MAX_NESTING = 16;
/** A tag may stay open until the end of the text, and everything after it then stands inside. */
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

/** Each with the empty lines behind it, so that together they are the text. */
function paragraphsOf(text: string): readonly string[] {
  return text.match(/(?:.*\n)*?(?:[ \t\r]*\n)+|[\s\S]+$/g) ?? [];
}

/** Finding blocks, and making elements of them; then what each mark may open, which is held against those before it. */
function costOf(paragraph: string): number {
  const marks = paragraph.match(MARKS)?.length ?? 0;
  return 2 * blockCost(paragraph) + 60 * marks + (marks * marks) / 32;
}

const MARKS = /[*~[\]`<@#&]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|\bwww\.|https?:/g;

function isTooDeep(paragraph: string): boolean {
  return paragraph.split("\n").some((line) => nestingOf(line) > MAX_NESTING);
}

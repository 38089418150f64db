import { cutLine } from "./cut.js";
import { escapeMentions } from "./escape-mentions.js";

const TITLE_LIMIT = 120;
/** How much of the title is read: nested words are removed one layer at a time. */
const READ_LIMIT = 10 * TITLE_LIMIT;
/** All words by which GitHub skips workflows (its documentation, "Skipping workflow runs"). */
const SKIP_WORDS = /\[(?:skip ci|ci skip|no ci|skip actions|actions skip)\]/gi;

/**
 * Untrusted words in a commit's message or in a title: on one line, because a message ends with our trailer, and unable
 * to skip workflows, close issues or mention people.
 */
export function harmlessTitle(title: string): string {
  const visible = title.replace(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, "").replace(/\s+/g, " ");
  return cutLine(escapeMentions(withoutSkipWords(cutLine(visible, READ_LIMIT))).trim(), TITLE_LIMIT);
}

/** Repeats until none is left: removing one can create another. */
function withoutSkipWords(text: string): string {
  let without = text;
  for (let before = ""; before !== without; ) {
    before = without;
    without = before.replace(SKIP_WORDS, "");
  }
  return without;
}

import { cutLine } from "./cut.js";
import { escapeMentions } from "./escape-mentions.js";

const TITLE_LIMIT = 120;
/** So much of it is read: words within words are taken out one layer at a time. */
const READ_LIMIT = 10 * TITLE_LIMIT;
/** Everything by which GitHub skips workflows (its documentation, "Skipping workflow runs"). */
const SKIP_WORDS = /\[(?:skip ci|ci skip|no ci|skip actions|actions skip)\]/gi;

/**
 * Somebody else's words in a commit's message or in a title: on one line, because a message ends with our own trailer, and
 * unable to skip workflows, close issues or mention people on the default branch.
 */
export function harmlessTitle(title: string): string {
  const visible = title.replace(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, "").replace(/\s+/g, " ");
  return cutLine(escapeMentions(withoutSkipWords(cutLine(visible, READ_LIMIT))).trim(), TITLE_LIMIT);
}

/** Until none is left: taking one out can put another together. */
function withoutSkipWords(text: string): string {
  let without = text;
  for (let before = ""; before !== without; ) {
    before = without;
    without = before.replace(SKIP_WORDS, "");
  }
  return without;
}

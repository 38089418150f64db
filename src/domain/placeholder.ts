/**
 * Words that stand where a decision should. A dimension that says "none" has not been thought about;
 * one that says "none: pure function" has (RULES, state machine).
 */
const PLACEHOLDERS = new Set([
  "tbd",
  "tba",
  "todo",
  "fixme",
  "wip",
  "xxx",
  "n/a",
  "na",
  "n.a.",
  "not applicable",
  "none",
  "nil",
  "null",
  "undefined",
  "unknown",
  "placeholder",
  "to be determined",
  "to be defined",
  "to be decided",
  "coming soon",
  "same as above",
  "see above",
  "etc",
  "lorem ipsum",
]);

/** Whether a text is empty or says nothing: "", "-", "TBD", "N/A.", "[TODO]", "none". */
export function isPlaceholder(text: string): boolean {
  const bare = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\u200b-\u200f\u2060\ufeff]+/g, " ")
    .replace(/^[\s()[\]{}<>"'`*_~.,:;!?-]+|[\s()[\]{}<>"'`*_~,:;!?.-]+$/g, "");
  return bare === "" || PLACEHOLDERS.has(bare) || /^(?:tbd|todo)\b/.test(bare);
}

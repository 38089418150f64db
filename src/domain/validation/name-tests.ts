/** Enough to recognise a regression; the report has all of them. */
const LISTED = 20;
const LONGEST_NAME = 200;

/** Names of tests after a word for what they have in common, bounded; empty when there are none. */
export function nameTests(what: string, names: readonly string[]): string {
  if (names.length === 0) return "";
  const rest = names.length - LISTED;
  const shown = names
    .slice(0, LISTED)
    .map((name) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name));
  return `${what}: ${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** Several such lists as one part of a sentence. Empty lists are left out. */
export function nameAllTests(lists: readonly (readonly [what: string, names: readonly string[]])[]): string {
  return lists
    .map(([what, names]) => nameTests(what, names))
    .filter((words) => words !== "")
    .join("; ");
}

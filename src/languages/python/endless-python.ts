/**
 * At each of these words the grammar looks ahead over all that follow. This many take a tenth of a second, ten times as
 * many take ten seconds.
 */
const MAX_CONTINUED_LINES = 1_000;
const MAX_COMMENTS_IN_A_ROW = 2_000;

/** Whether the grammar would take too long. A few kilobytes are enough for that, but real files never have them. */
export function isEndlessPython(text: string): boolean {
  let continued = 0;
  let comments = 0;
  for (const line of text.split("\n")) {
    if (/\\\r?$/.test(line)) continued += 1;
    const words = line.trimStart();
    if (words.startsWith("#")) comments += 1;
    else if (words !== "") comments = 0;
    if (continued > MAX_CONTINUED_LINES || comments > MAX_COMMENTS_IN_A_ROW) return true;
  }
  return false;
}

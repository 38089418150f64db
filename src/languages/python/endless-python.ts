/** The grammar looks ahead at each of these past all that follow: so many take it a tenth of a second, ten times as many ten seconds. */
const MAX_CONTINUED_LINES = 1_000;
const MAX_COMMENTS_IN_A_ROW = 2_000;

/** Whether the grammar would be at it for longer than anybody waits. Nobody writes such a file; a few kilobytes are enough for it. */
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

/** A text cut where a limit forces it, never silently: what is missing is marked at the end. */
const CUT_LINE = "…";
export const CUT_TEXT = "\n\n_The rest is left out: it did not fit._";

/** One line, for titles and labels. Never half a character. */
export function cutLine(text: string, limit: number): string {
  return text.length <= limit ? text : `${wholeCharacters(text.slice(0, limit - CUT_LINE.length))}${CUT_LINE}`;
}

/** A text, by UTF-16 units. */
export function cutText(text: string, limit: number): string {
  return text.length <= limit ? text : `${wholeCharacters(text.slice(0, limit - CUT_TEXT.length))}${CUT_TEXT}`;
}

/** A text, by bytes of UTF-8. */
export function cutBytes(text: string, limit: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= limit) return text;
  const kept = bytes.subarray(0, limit - Buffer.byteLength(CUT_TEXT)).toString("utf8");
  return `${kept.replace(/\uFFFD+$/, "")}${CUT_TEXT}`;
}

/** A pair of surrogates that was cut in the middle loses its first half, too. */
function wholeCharacters(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, "");
}

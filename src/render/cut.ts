/** Marks the end of a text that was cut. */
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

/** A text that is Markdown already, by UTF-16 units. */
export function cutMarkdown(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${withoutOpenCode(wholeCharacters(text.slice(0, limit - CUT_TEXT.length)))}${CUT_TEXT}`;
}

/** Markdown, by bytes of UTF-8. */
export function cutBytes(text: string, limit: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= limit) return text;
  const kept = bytes.subarray(0, limit - Buffer.byteLength(CUT_TEXT)).toString("utf8");
  return `${withoutOpenCode(kept.replace(/(?<!\uFFFD)\uFFFD+$/, ""))}${CUT_TEXT}`;
}

/**
 * Removes inline code whose end was cut off, because its content would become links and images. Inline code is on one
 * line: of the last line, everything from its first backtick on is removed.
 */
function withoutOpenCode(text: string): string {
  const lastLine = text.lastIndexOf("\n") + 1;
  return text.slice(0, lastLine) + text.slice(lastLine).replace(/(?<!\\)((?:\\\\)*)`.*$/s, "$1");
}

/** A pair of surrogates that was cut in the middle loses its first half, too. */
function wholeCharacters(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, "");
}

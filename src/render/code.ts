/** Characters that cannot be seen and change how the rest is read. */
const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cf}]/gu;

/** Outside text as code on one line: nothing in it is Markdown, a mention or a link. */
export function inlineCode(text: string): string {
  const line = text.replace(/\s+/g, " ").replace(HIDDEN, "").replace(/`/g, "'").trim();
  return line === "" ? "` `" : `\`${line}\``;
}

/**
 * The same in a table, where a bar would end the cell even inside code. So it does behind an odd number of backslashes and the
 * one that escapes it: those before a bar are doubled, and shown so, because nothing else keeps the cell closed.
 */
export function codeCell(text: string): string {
  return inlineCode(text).replace(/(?<!\\)(\\*)\|/g, "$1$1\\|");
}

/** Outside text as a block: the fence is longer than any in the text, so that it cannot be closed from inside. */
export function codeBlock(text: string, language = ""): string {
  const clean = text
    .replace(/\r\n?/g, "\n")
    .replace(HIDDEN, "")
    .replace(/(?<!\n)\n+$/, "");
  const longest = Math.max(2, ...[...clean.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${clean}\n${fence}`;
}

/** Something long behind a line that opens it. The title is ours or was made plain. */
export function folded(title: string, text: string): string {
  return `<details><summary>${title}</summary>\n\n${text}\n\n</details>`;
}

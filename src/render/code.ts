/** Invisible characters that change how the rest is read. */
const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cf}]/gu;

/** Untrusted text as code on one line: no Markdown, mention or link in it has an effect. */
export function inlineCode(text: string): string {
  const line = text.replace(/\s+/g, " ").replace(HIDDEN, "").replace(/`/g, "'").trim();
  return line === "" ? "` `" : `\`${line}\``;
}

/**
 * The same in a table, where a bar ends the cell even inside code, also after an odd number of backslashes. So the
 * backslashes before a bar are doubled, and shown doubled.
 */
export function codeCell(text: string): string {
  return inlineCode(text).replace(/(?<!\\)(\\*)\|/g, "$1$1\\|");
}

/** Untrusted text as a block: the fence is longer than any in the text, so that it cannot be closed from inside. */
export function codeBlock(text: string, language = ""): string {
  const clean = text
    .replace(/\r\n?/g, "\n")
    .replace(HIDDEN, "")
    .replace(/(?<!\n)\n+$/, "");
  const longest = Math.max(2, ...[...clean.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${clean}\n${fence}`;
}

/** A folded text. The title is ours or was escaped. */
export function folded(title: string, text: string): string {
  return `<details><summary>${title}</summary>\n\n${text}\n\n</details>`;
}

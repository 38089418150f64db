/** Outside text inside our Markdown: readable, and unable to mention people, close issues, open HTML or break a table. */
export function plainText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, "") // control, zero-width and bidirectional characters
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/[\\`*_{}[\]|~]/g, "\\$&")
    .replace(/@(?=[\w-])/g, "@\u2060") // a word joiner: the same to read, no longer a mention
    .replace(/#(?=\d)/g, "#\u2060")
    .replace(/^(\s*)([#+-])(?=\s)/gm, "$1\\$2")
    .replace(/^(\s*\d+)([.)])(?=\s)/gm, "$1\\$2");
}

/** The same on one line, for table cells and titles. */
export function plainLine(text: string): string {
  return plainText(text)
    .replace(/\s*\n\s*/g, " ")
    .trim();
}

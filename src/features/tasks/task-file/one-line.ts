/** Untrusted text as one line of a task file. Invisible characters would make the file invalid. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\p{Cc}\p{Cs}]/gu, "");
}

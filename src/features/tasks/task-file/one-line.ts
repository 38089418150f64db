/** Others' words as a line of a task file: what cannot be seen does not survive one, and would keep the whole from being written. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\p{Cc}\p{Cs}]/gu, "");
}

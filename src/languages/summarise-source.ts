import { signaturesOf } from "./signatures.js";

const FIRST_LINES = 20;

/** What SUMMARY_ONLY shows of a file: its signatures or, in a language without a reader, its first lines. */
export function summariseSource(path: string, text: string): string {
  const signatures = signaturesOf(path, text);
  if (signatures !== undefined) {
    return signatures.length === 0 ? `${path} exports nothing` : [`${path} exports:`, ...signatures].join("\n");
  }
  const lines = text.split("\n");
  const more = lines.length - FIRST_LINES;
  const rest = more > 0 ? [`[${more} more lines are not part of a summary]`] : [];
  return [`${path} begins:`, ...lines.slice(0, FIRST_LINES), ...rest].join("\n");
}

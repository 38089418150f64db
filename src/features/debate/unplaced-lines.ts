import type { ReviewLine } from "../../engine/effects/effect-parts.js";
import { inlineCode } from "../../render/code.js";
import { cutMarkdown } from "../../render/cut.js";
import { BODY_LIMIT } from "../../render/fit.js";

/** Adds remarks on lines that the diff does not show to the body of the review, each with its place. */
export function withUnplacedLines(body: string, lines: readonly ReviewLine[], limit: number = BODY_LIMIT): string {
  if (lines.length === 0) return cutMarkdown(body, limit);
  const items = lines.map(({ path, line, body: text }) => `\n\n${inlineCode(`${path}:${line}`)}: ${text}`);
  for (let shown = items.length; shown > 0; shown -= 1) {
    const rest = items.length - shown;
    const text = `${body}${NOTE}${items.slice(0, shown).join("")}${rest === 0 ? "" : leftOut(rest)}`;
    if (text.length <= limit) return text;
  }
  const note = leftOut(items.length);
  return `${cutMarkdown(body, limit - note.length)}${note}`;
}

const NOTE = "\n\n_On lines that this pull request's diff does not show:_";

function leftOut(count: number): string {
  const remarks = count === 1 ? "1 remark on a line" : `${count} remarks on lines`;
  return `\n\n_${remarks} outside the diff did not fit here._`;
}

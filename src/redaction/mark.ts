import type { Found } from "./needle-index.js";

/** Two pieces of one secret are one find if only this much is between them: a line's end, quotes, an indentation. */
const GAP = 24;
const SIGNS_IN_GAP = 4;

/** The text with each find replaced by its name. Everything else stays the same, byte for byte. */
export function mark(text: string, finds: readonly Found[]): string {
  let result = "";
  let from = 0;
  for (const { name, start, end } of joined(text, finds)) {
    result += `${text.slice(from, start)}[redacted: ${name}]`;
    from = end;
  }
  return result + text.slice(from);
}

function joined(text: string, finds: readonly Found[]): Found[] {
  const inOrder = finds.map((found) => ({ ...found, start: beforeEscape(text, found.start) }));
  inOrder.sort((a, b) => a.start - b.start || b.end - a.end);
  const result: Found[] = [];
  for (const next of inOrder) {
    const last = result.at(-1);
    if (last === undefined || !(next.start < last.end || isGap(text.slice(last.end, next.start), last, next))) {
      result.push(next);
      continue;
    }
    result[result.length - 1] = { ...last, end: Math.max(last.end, next.end) };
  }
  return result;
}

function isGap(between: string, last: Found, next: Found): boolean {
  return (
    last.name === next.name && between.length <= GAP && between.replaceAll(/[^A-Za-z0-9]/g, "").length <= SIGNS_IN_GAP
  );
}

/** `\n` must not become `\[`: JSON with a mark must stay valid JSON. */
function beforeEscape(text: string, start: number): number {
  let at = start;
  while (at > 0 && text[at - 1] === "\\") at -= 1;
  return at;
}

/** A text with one space where it has white space, and the line of every character of it. */
export type SourceText = {
  readonly flat: string;
  /** Where each line begins in `flat`. */
  readonly starts: readonly number[];
};

/** Where a quote stands: `from` to `end` of the flat text. */
export type Place = { readonly from: number; readonly end: number };

/** White space does not count in a quote: a sentence may be broken over two lines. */
export function flatten(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

export function sourceText(text: string): SourceText {
  const parts: string[] = [];
  const starts: number[] = [];
  let length = 0;
  for (const line of text.split(/\r\n?|\n/)) {
    starts.push(length);
    const words = flatten(line);
    if (words === "") continue;
    parts.push(words);
    length += words.length + 1;
  }
  return { flat: parts.join(" "), starts };
}

/** The first place of a flat quote at or after a position. */
export function placeOf({ flat }: SourceText, quote: string, after: number): Place | null {
  const from = flat.indexOf(quote, after);
  return from === -1 ? null : { from, end: from + quote.length };
}

/** The number of the line, from 1, that has this character. */
function lineAt({ starts }: SourceText, position: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return Math.max(1, low);
}

export function linesOf(source: SourceText, { from, end }: Place): string {
  const [first, last] = [lineAt(source, from), lineAt(source, end - 1)];
  return first === last ? `${first}` : `${first}-${last}`;
}

/** Words that no place covers, as the passages that they form within a line. */
export function uncovered(
  source: SourceText,
  places: readonly Place[],
): { readonly line: number; readonly text: string }[] {
  const sorted = [...places].sort((one, other) => one.from - other.from);
  const passages: { line: number; text: string }[] = [];
  const starts = [...new Set(source.starts)];
  let next = 0;
  let reached = 0;
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? source.flat.length;
    let cursor = Math.max(start, Math.min(reached, end));
    const gap = (to: number) => {
      const text = source.flat.slice(cursor, to).trim();
      if (/[\p{L}\p{N}]/u.test(text)) passages.push({ line: lineAt(source, start), text });
    };
    for (; next < sorted.length && (sorted[next]?.from ?? 0) < end; next += 1) {
      const { from, end: until } = sorted[next] ?? { from: end, end };
      if (from > cursor) gap(from);
      reached = Math.max(reached, until);
      cursor = Math.max(cursor, Math.min(reached, end));
    }
    if (cursor < end) gap(end);
  }
  return passages;
}

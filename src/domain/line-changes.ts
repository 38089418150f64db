/** Beyond this many pairs of lines only the numbers of lines are told. */
const MOST_PAIRS = 4_000_000;

/** What changed from one text to another, line by line with the place in the new text; empty if nothing did. */
export function lineChanges(before: string, after: string): string {
  if (before === after) return "";
  const [a, b] = [before.split("\n"), after.split("\n")];
  const start = commonStart(a, b);
  const end = commonStart(a.slice(start).reverse(), b.slice(start).reverse());
  const [old, now] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (old.length * now.length > MOST_PAIRS) {
    return `${old.length} lines became ${now.length} lines, from line ${start + 1} on`;
  }
  return rendered(old, now, start).join("\n");
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  const differs = a.findIndex((line, index) => line !== b[index]);
  return differs === -1 ? Math.min(a.length, b.length) : Math.min(differs, b.length);
}

function rendered(old: readonly string[], now: readonly string[], start: number): string[] {
  const lengths = commonLengths(old, now);
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  const lines: string[] = [];
  let place = -1;
  const mark = (line: number) => {
    if (place !== line) lines.push(`@@ line ${start + line + 1}`);
  };
  for (let i = 0, j = 0; i < old.length || j < now.length; ) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      i++;
      j++;
    } else if (j >= now.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) {
      mark(j);
      lines.push(`- ${old[i++]}`);
      place = j;
    } else {
      mark(j);
      lines.push(`+ ${now[j++]}`);
      place = j;
    }
  }
  return lines;
}

/** The longest common run of lines of what is left of both from each pair of lines on. */
function commonLengths(old: readonly string[], now: readonly string[]): Uint32Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const [row, below] = [lengths[i], lengths[i + 1]];
      if (row === undefined || below === undefined) continue;
      row[j] = old[i] === now[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}

/** Lines that a change adds and deletes. */
export type LineChanges = { readonly additions: number; readonly deletions: number };

/** Beyond this many pairs of lines the order of lines is not compared: a reading must end. */
const MOST_PAIRS = 1_000_000;

/** What a diff would count between two texts of a file; undefined is no file. */
export function lineChanges(before: string | undefined, after: string | undefined): LineChanges {
  const [old, now] = withoutSameEnds(linesOf(before), linesOf(after));
  const same = old.length * now.length > MOST_PAIRS ? commonLines(old, now) : longestCommon(old, now);
  return { additions: now.length - same, deletions: old.length - same };
}

function linesOf(text: string | undefined): string[] {
  if (text === undefined || text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

function withoutSameEnds(old: readonly string[], now: readonly string[]): [string[], string[]] {
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  const room = Math.min(old.length, now.length) - start;
  while (end < room && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  return [old.slice(start, old.length - end), now.slice(start, now.length - end)];
}

/** The length of the longest common subsequence. */
function longestCommon(old: readonly string[], now: readonly string[]): number {
  let row = new Array<number>(now.length + 1).fill(0);
  for (const line of old) {
    const next = [0];
    for (const [index, other] of now.entries()) {
      next.push(line === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0));
    }
    row = next;
  }
  return row[now.length] ?? 0;
}

function commonLines(old: readonly string[], now: readonly string[]): number {
  const left = new Map<string, number>();
  for (const line of old) left.set(line, (left.get(line) ?? 0) + 1);
  return now.filter((line) => {
    const times = left.get(line) ?? 0;
    if (times > 0) left.set(line, times - 1);
    return times > 0;
  }).length;
}

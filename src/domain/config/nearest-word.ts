/** The known word that a person most likely meant, or undefined when none is close enough. */
export function nearestWord(word: string, known: Iterable<string>): string | undefined {
  const spelled = plain(word);
  let nearest: { word: string; distance: number } | undefined;
  for (const candidate of known) {
    const other = plain(candidate);
    const allowed = Math.max(1, Math.floor(Math.max(spelled.length, other.length) / 3));
    // Each additional letter is at least one step, so most words need no comparison.
    if (Math.abs(spelled.length - other.length) > allowed) continue;
    const distance = editDistance(spelled, other);
    if (distance > allowed) continue;
    if (nearest === undefined || distance < nearest.distance) nearest = { word: candidate, distance };
  }
  return nearest?.word;
}

/** `maxFiles`, `max-files` and `max_files` are the same word to a person. */
function plain(word: string): string {
  return word.toLowerCase().replace(/[-_ ]/g, "");
}

/** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

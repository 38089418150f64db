/** The lines of the new side in a file's patch that can have a comment. */
export function commentableLines(patch: string): ReadonlySet<number> {
  const lines = new Set<number>();
  let next = 0;
  for (const row of patch.split("\n")) {
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(row);
    if (hunk !== null) next = Number(hunk[1]);
    else if (next > 0 && (row.startsWith("+") || row.startsWith(" "))) {
      lines.add(next);
      next += 1;
    }
  }
  return lines;
}

/** A patch as rows of a table: each line with its numbers on both sides. */
import type { Side } from "../../forge/records/pull.js";

export type PatchRow =
  | { readonly kind: "hunk"; readonly text: string }
  | {
      readonly kind: "added" | "removed" | "same" | "note";
      readonly text: string;
      readonly left: number | null;
      readonly right: number | null;
    };

const HEADER = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

export function patchRows(patch: string): PatchRow[] {
  const rows: PatchRow[] = [];
  let left = 0;
  let right = 0;
  for (const line of patch.split("\n")) {
    const header = HEADER.exec(line);
    const text = line.slice(1);
    if (header !== null) {
      left = Number(header[1]);
      right = Number(header[2]);
      rows.push({ kind: "hunk", text: line });
    } else if (line.startsWith("+")) rows.push({ kind: "added", text, left: null, right: right++ });
    else if (line.startsWith("-")) rows.push({ kind: "removed", text, left: left++, right: null });
    else if (line.startsWith("\\")) rows.push({ kind: "note", text: text.trim(), left: null, right: null });
    else rows.push({ kind: "same", text, left: left++, right: right++ });
  }
  return rows;
}

/** Whether a row is the line that a comment or an annotation names. */
export function isAt(row: PatchRow, line: number, side: Side): boolean {
  if (row.kind === "hunk") return false;
  return (side === "LEFT" ? row.left : row.right) === line;
}

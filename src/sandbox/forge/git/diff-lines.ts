/** Finds the place of a comment in a patch. Positions count lines below the first hunk header, like GitHub's. */
import type { Side } from "../records/pull.js";

type PatchLine = {
  readonly position: number;
  readonly side: Side | "BOTH";
  readonly left: number;
  readonly right: number;
};

export function positionOfLine(patch: string, line: number, side: Side): number | undefined {
  return patchLines(patch).find(
    (at) => (at.side === side || at.side === "BOTH") && (side === "LEFT" ? at.left : at.right) === line,
  )?.position;
}

/** The line and side of a position. Context lines belong to the right side. */
export function lineAtPosition(patch: string, position: number): { line: number; side: Side } | undefined {
  const at = patchLines(patch).find((candidate) => candidate.position === position);
  if (at === undefined) return undefined;
  return at.side === "LEFT" ? { line: at.left, side: "LEFT" } : { line: at.right, side: "RIGHT" };
}

/** The hunk from its header to the commented line. */
export function hunkUpTo(patch: string, position: number): string {
  const lines = patch.split("\n");
  const header = lines.slice(0, position + 1).findLastIndex((line) => line.startsWith("@@ "));
  return lines.slice(Math.max(header, 0), position + 1).join("\n");
}

function patchLines(patch: string): PatchLine[] {
  const found: PatchLine[] = [];
  let left = 0;
  let right = 0;
  for (const [position, text] of patch.split("\n").entries()) {
    const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text);
    if (header !== null) {
      left = Number(header[1]);
      right = Number(header[2]);
    } else if (text.startsWith("+")) found.push({ position, side: "RIGHT", left, right: right++ });
    else if (text.startsWith("-")) found.push({ position, side: "LEFT", left: left++, right });
    else if (!text.startsWith("\\")) found.push({ position, side: "BOTH", left: left++, right: right++ });
  }
  return found;
}

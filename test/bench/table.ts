import type { JudgedLine } from "./bench-result.js";

const HEAD = ["what", "measured", "goal", "verdict", "note"] as const;

/** Aligned columns: what, how much, the goal, whether it holds, and a note. */
export function benchTable(lines: readonly JudgedLine[]): string {
  const numbers = lines.map(({ value }) => (value === null ? "" : String(value)));
  const room = Math.max(0, ...numbers.map(({ length }) => length));
  const rows = lines.map(({ name, unit, goal, verdict, note = "", value }, index) => [
    name,
    value === null ? "-" : `${(numbers[index] ?? "").padStart(room)} ${unit}`,
    goal === undefined ? "" : `${goal.bound} ${goal.value}`,
    verdict,
    note,
  ]);
  const all = [HEAD, ...rows];
  const widths = HEAD.map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

import type { BenchLine, Goal } from "./bench-line.js";

/** What became of a line's goal. A time that misses it under load may keep it on a quiet machine. */
export type Verdict = "holds" | "missed" | "missed under load" | "not measured" | "no goal";

/** What load does not change, or hardly. */
const COUNTS = ["requests", "steps"];

export function verdictOf({ value, unit, goal }: BenchLine, isLoaded: boolean): Verdict {
  if (value === null) return "not measured";
  if (goal === undefined) return "no goal";
  if (holds(value, goal)) return "holds";
  return isLoaded && !COUNTS.includes(unit) ? "missed under load" : "missed";
}

function holds(value: number, { bound, value: limit }: Goal): boolean {
  return bound === "at most" ? value <= limit : value < limit;
}

import type { BenchLine } from "./bench-line.js";
import { isLoaded, type Noise } from "./noise.js";
import { type Verdict, verdictOf } from "./verdict.js";

export type JudgedLine = BenchLine & { readonly verdict: Verdict };

/** One bench that ran: what it measured, and the noise right before and right after. */
export type BenchResult = {
  readonly name: string;
  readonly seconds: number;
  readonly noise: { readonly before: Noise; readonly after: Noise };
  readonly lines: readonly JudgedLine[];
  /** Why it came to no end, where it did not. */
  readonly failed: string | null;
};

const RATIOS = ["x", "%"];

/** Ratios first: they can be compared with those of another machine. */
export function judgeLines(lines: readonly BenchLine[], { before, after }: BenchResult["noise"]): JudgedLine[] {
  const loaded = isLoaded(before) || isLoaded(after);
  const ratiosFirst = lines.toSorted((a, b) => Number(RATIOS.includes(b.unit)) - Number(RATIOS.includes(a.unit)));
  return ratiosFirst.map((line) => ({ ...line, verdict: verdictOf(line, loaded) }));
}

/** 0: whatever was measured quietly holds; 1: a goal is missed, and load is no excuse; 2: a bench came to no end. */
export function exitCodeOf(results: readonly BenchResult[]): 0 | 1 | 2 {
  if (results.some(({ failed }) => failed !== null)) return 2;
  return results.some(({ lines }) => lines.some(({ verdict }) => verdict === "missed")) ? 1 : 0;
}

/** How many goals hold, and which do not. */
export function summaryOf(results: readonly BenchResult[]): string {
  const lines = results.flatMap(({ name, lines: own }) => own.map((line) => ({ bench: name, ...line })));
  const withGoal = lines.filter(({ goal }) => goal !== undefined);
  const having = (verdict: Verdict) => withGoal.filter((line) => line.verdict === verdict);
  const counted = (["missed", "missed under load", "not measured"] as const).flatMap((verdict) => {
    const found = having(verdict);
    return found.length === 0 ? [] : [`${found.length} ${verdict}`];
  });
  const missed = [...having("missed"), ...having("missed under load")];
  return [
    [`${having("holds").length} of ${withGoal.length} goals hold`, ...counted].join(", "),
    ...missed.map(
      ({ bench, name, value, unit, goal }) =>
        `  ${bench}: ${name} is ${value} ${unit}, goal ${goal?.bound} ${goal?.value}`,
    ),
    ...results.flatMap(({ name, failed }) => (failed === null ? [] : [`  ${name} came to no end: ${failed}`])),
    ...(having("missed under load").length === 0
      ? []
      : ["Run what was missed under load again, alone and on a quiet machine."]),
  ].join("\n");
}

import type { TestBaseline } from "./baseline.js";
import { resultsByName, type TestResult } from "./test-result.js";

/** A full run compared with the baseline (requirements.md#baseline, decisions.md#the-baseline-ratchets). */
export type ClassifiedResults = {
  /** Fail now and are not known to be broken, new tests included: they block unless a re-run shows a flake. */
  readonly newFailures: readonly TestResult[];
  /** Failed before this work, too: ignored. */
  readonly preExisting: readonly TestResult[];
  /** The names to run once more. */
  readonly flakeCandidates: readonly string[];
  /** Known to be broken, and pass now. */
  readonly newPasses: readonly TestResult[];
  /** Passed in the baseline and did not run now, because they are gone or skipped: they block. */
  readonly vanished: readonly string[];
};

export function classifyResults(results: readonly TestResult[], baseline: TestBaseline): ClassifiedResults {
  const current = resultsByName(results);
  const knownFailures = new Set(baseline.known_failures);
  const failures = [...current.values()].filter((result) => result.status === "failed");
  const newFailures = failures.filter((result) => !knownFailures.has(result.name));
  return {
    newFailures,
    preExisting: failures.filter((result) => knownFailures.has(result.name)),
    flakeCandidates: newFailures.map((result) => result.name),
    newPasses: [...current.values()].filter((result) => result.status === "passed" && knownFailures.has(result.name)),
    vanished: baseline.passing.filter((name) => !ran(current.get(name))),
  };
}

function ran(result: TestResult | undefined): boolean {
  return result !== undefined && result.status !== "skipped";
}

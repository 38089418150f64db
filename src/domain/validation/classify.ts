import type { TestBaseline } from "./baseline.js";
import { resultsByName, type TestResult } from "./test-result.js";

/** A full run compared with the baseline (requirements.md#baseline, decisions.md#the-baseline-ratchets). */
export type ClassifiedResults = {
  /** Tests that fail now and are not known failures, new tests included. They block unless a re-run shows a flake. */
  readonly newFailures: readonly TestResult[];
  /** Tests that failed before this work, too. They are ignored. */
  readonly preExisting: readonly TestResult[];
  /** The names to re-run. */
  readonly flakeCandidates: readonly string[];
  /** Known failures that pass now. */
  readonly newPasses: readonly TestResult[];
  /** Tests that passed in the baseline and did not run now, because they are gone or skipped. They block. */
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

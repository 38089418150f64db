import type { ClassifiedResults } from "./classify.js";
import { resultsByName, type TestResult } from "./test-result.js";

/** The result of the whole suite for a task, after at most one re-run (requirements.md#suite-and-flakes). */
export type RegressionVerdict = {
  readonly passed: boolean;
  readonly classified: ClassifiedResults;
  /** Failed, then passed on the re-run: reported, not blocking. */
  readonly flakyTests: readonly string[];
  /** Failed twice, or did not pass in the re-run. */
  readonly blockingFailures: readonly TestResult[];
  readonly vanished: readonly string[];
};

/**
 * One re-run of the failing tests distinguishes a flake from a regression; more re-runs would only hide regressions. A
 * test that the re-run did not report, or skipped, is no flake.
 */
export function judgeRegression(classified: ClassifiedResults, rerun: readonly TestResult[]): RegressionVerdict {
  const second = resultsByName(rerun);
  const isFlaky = (result: TestResult) => second.get(result.name)?.status === "passed";
  const blockingFailures = classified.newFailures.filter((result) => !isFlaky(result));
  return {
    passed: blockingFailures.length === 0 && classified.vanished.length === 0,
    classified,
    flakyTests: classified.newFailures.filter(isFlaky).map((result) => result.name),
    blockingFailures,
    vanished: classified.vanished,
  };
}

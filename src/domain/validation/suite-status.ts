import type { GateStatus } from "./gate-status.js";
import type { TestResult } from "./test-result.js";

/** A suite that ran. `assertions` is null where the runner does not count them. */
export type SuiteOutcome = { readonly results: readonly TestResult[]; readonly assertions: number | null };

export type SuiteStatus = {
  readonly status: Extract<GateStatus, "PASSED" | "FAILED" | "VACUOUS">;
  readonly reason: string;
};

/**
 * A green run without proof is VACUOUS: no tests collected, all skipped, nothing asserted (decisions.md#gate-statuses).
 */
export function judgeSuite({ results, assertions }: SuiteOutcome): SuiteStatus {
  const count = (status: TestResult["status"]) => results.filter((result) => result.status === status).length;
  const failed = count("failed");
  const ran = failed + count("passed");
  if (results.length === 0) return { status: "VACUOUS", reason: "no tests were collected" };
  if (ran === 0) return { status: "VACUOUS", reason: `${tests(results.length)} collected, all skipped` };
  if (failed > 0) return { status: "FAILED", reason: `${failed} of ${tests(ran)} failed` };
  if (assertions === 0) return { status: "VACUOUS", reason: `${tests(ran)} ran and asserted nothing` };
  return { status: "PASSED", reason: `${tests(ran)} passed` };
}

function tests(count: number): string {
  return count === 1 ? "1 test" : `${count} tests`;
}

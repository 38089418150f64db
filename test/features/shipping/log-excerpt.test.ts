import { describe, expect, it } from "vitest";
import { HaltCause } from "../../../src/features/halts/escalation/causes.js";
import { minimalDecision } from "../../../src/features/halts/escalation/minimal-decision.js";
import { countTests, type ExecutionLog, type TestExecution } from "../../../src/features/shipping/execution-log.js";
import { excerptOf, LogExcerpt } from "../../../src/features/shipping/log-excerpt.js";

const REPORT = ".factory/tasks/T-a-b-c-001/gates/1.yml";

/** So many tests passed, and after them so many failed. */
function logOf({ passed, failed }: { readonly passed: number; readonly failed: number }): ExecutionLog {
  const named = (what: string, count: number, result: TestExecution["result"]) =>
    Array.from({ length: count }, (_, index) => ({ name: `${what} ${index}`, result }));
  const tests = [...named("works", passed, "PASS"), ...named("breaks", failed, "FAIL")];
  const identity = { module_id: "MM-0001", module_version: "1.0.0", executed_at: "2026-01-31T12:00:00Z" };
  return { ...identity, tests, summary: countTests(tests) };
}

const causeOf = (log: ExecutionLog) =>
  HaltCause.parse({ kind: "tests-failing", module: "MM-0001@1.0.0", ...excerptOf(log, REPORT) });

describe("the log of tests that failed at ship", () => {
  it("is kept whole where it is as long as logs are", () => {
    const log = logOf({ passed: 199, failed: 1 });
    expect(excerptOf(log, REPORT)).toEqual({ execution_log: log });
  });

  it("is cut where it is out of all proportion: what failed comes first, and the counts are those of the run", () => {
    const log = logOf({ passed: 5_000, failed: 3 });
    const { execution_log, left_out } = excerptOf(log, REPORT);
    expect(execution_log.tests.slice(0, 4).map(({ name }) => name)).toEqual([
      "breaks 0",
      "breaks 1",
      "breaks 2",
      "works 0",
    ]);
    expect(execution_log.tests).toHaveLength(200);
    expect(execution_log.summary).toEqual(log.summary);
    expect(left_out).toEqual({ count: 4_803, all_in: REPORT });
  });

  it.each([
    ["in the report, where the log is cut", { passed: 10, failed: 5_000 }, `4980 more, all of them are in ${REPORT}`],
    [
      "in the log, where that is whole",
      { passed: 10, failed: 50 },
      "30 more, all of them are in the execution log of this escalation",
    ],
  ])("names the first that failed, and says that the others are %s", (_where, counts, words) => {
    const { decision, failed } = minimalDecision(causeOf(logOf(counts)));
    expect(failed).toHaveLength(21);
    expect(failed[0]?.evidence).toBe('"breaks 0" failed at 2026-01-31T12:00:00Z');
    expect(failed.at(-1)?.evidence).toBe(words);
    expect(decision).toContain(`${counts.failed} of its ${counts.passed + counts.failed} tests fail`);
  });

  it.each([
    ["fewer that failed than are listed", { total: 4, passed: 4, failed: 0 }],
    ["fewer that passed than are listed", { total: 4, passed: 0, failed: 4 }],
    ["another total than its parts", { total: 9, passed: 2, failed: 2 }],
  ])("is refused with a summary that counts %s", (_what, summary) => {
    expect(LogExcerpt.safeParse({ ...logOf({ passed: 1, failed: 1 }), summary }).success).toBe(false);
  });
});

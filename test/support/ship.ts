import { countTests, type ExecutionLog, type TestExecution } from "../../src/features/shipping/execution-log.js";

/** A blob or commit SHA made of one hexadecimal digit. */
export function sha(digit: string): string {
  return digit.repeat(40);
}

/** A log of MM-0001@1.0.0 with these tests and matching counts. */
export function aLog(
  tests: TestExecution[] = [
    { name: "normalises a tag", result: "PASS", duration_ms: 42 },
    { name: "refuses a tag without letters", result: "PASS" },
  ],
): ExecutionLog {
  return {
    module_id: "MM-0001",
    module_version: "1.0.0",
    executed_at: "2026-01-31T12:00:00Z",
    tests,
    summary: countTests(tests),
  };
}

import { z } from "zod";

export const TestStatus = z.enum(["passed", "failed", "skipped"]);
export type TestStatus = z.infer<typeof TestStatus>;

/**
 * One test as the runner reported it (requirements.md#baseline). The name has file, suites and title, so that it is
 * stable.
 */
export const TestResult = z.strictObject({
  name: z.string().min(1),
  status: TestStatus,
  duration_ms: z.number().min(0).optional(),
  /** The output of a failing test. The reader of results marks where it was cut. */
  output: z.string().optional(),
});
export type TestResult = z.infer<typeof TestResult>;

/** When a runner's report cannot be read, the whole suite is one test named after its command. */
export function wholeSuiteResult(command: string, exitCode: number): TestResult {
  return { name: command, status: exitCode === 0 ? "passed" : "failed" };
}

/** One result per name. Table tests repeat names: one failure fails the name, and a skipped row hides nothing. */
export function resultsByName(results: readonly TestResult[]): Map<string, TestResult> {
  const byName = new Map<string, TestResult>();
  for (const result of results) {
    const known = byName.get(result.name);
    if (known === undefined || WEIGHT[result.status] > WEIGHT[known.status]) byName.set(result.name, result);
  }
  return byName;
}

const WEIGHT: Readonly<Record<TestStatus, number>> = { skipped: 0, passed: 1, failed: 2 };

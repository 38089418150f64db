import { z } from "zod";
import { Label } from "../../domain/contract/meaningful-text.js";
import { noDuplicates } from "../../domain/contract/unique.js";
import { Instant, ModuleId, Version } from "../../domain/ids.js";

const Count = z.int().min(0);

/** One test that ran and passed or failed. A skipped one is no evidence and not listed. */
export const TestExecution = z.strictObject({
  name: Label,
  result: z.enum(["PASS", "FAIL"]),
  duration_ms: z.number().min(0).exactOptional(),
});
export type TestExecution = z.infer<typeof TestExecution>;

/** The tests of one module's run, and their total number. */
export const LoggedTests = z.strictObject({
  module_id: ModuleId,
  module_version: Version,
  executed_at: Instant,
  tests: z
    .array(TestExecution)
    .min(1, "must hold at least one test")
    .superRefine(noDuplicates("test", (test) => test.name, "name")),
  summary: z.strictObject({ total: Count, passed: Count, failed: Count }),
});

/**
 * What the runner reported for one module's tests (requirements.md#execution-log). Its counts are those of its list.
 */
export const ExecutionLog = LoggedTests.superRefine(({ tests, summary }, context) => {
  for (const [field, counted] of Object.entries(countTests(tests)) as [keyof typeof summary, number][]) {
    if (summary[field] === counted) continue;
    const message = `says ${summary[field]} and the list of tests says ${counted}`;
    context.addIssue({ code: "custom", path: ["summary", field], message });
  }
});
export type ExecutionLog = z.infer<typeof ExecutionLog>;

export function countTests(tests: readonly TestExecution[]): ExecutionLog["summary"] {
  const failed = tests.filter((test) => test.result === "FAIL").length;
  return { total: tests.length, passed: tests.length - failed, failed };
}

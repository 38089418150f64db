import type { z } from "zod";
import { firstOf, type LeftOut } from "../halts/escalation/left-out.js";
import { countTests, type ExecutionLog, LoggedTests } from "./execution-log.js";

/** More tests than a module should have: only an excessive log is cut. */
const MOST_TESTS = 200;

/** An excerpt of a log: the summary is that of the whole run, and a long list is cut. */
export const LogExcerpt = LoggedTests.superRefine(({ tests, summary }, context) => {
  const { passed, failed } = countTests(tests);
  if (passed <= summary.passed && failed <= summary.failed && summary.passed + summary.failed === summary.total) return;
  context.addIssue({ code: "custom", path: ["summary"], message: "does not fit the tests that are listed" });
});
export type LogExcerpt = z.infer<typeof LogExcerpt>;

/** The whole log, or its first tests with the failed ones in front. */
export function excerptOf(
  log: ExecutionLog,
  all_in: string,
): { readonly execution_log: LogExcerpt; readonly left_out?: LeftOut } {
  const failing = log.tests.filter(({ result }) => result === "FAIL");
  const passing = log.tests.filter(({ result }) => result === "PASS");
  const { listed, left_out } = firstOf([...failing, ...passing], all_in, MOST_TESTS);
  return left_out === undefined ? { execution_log: log } : { execution_log: { ...log, tests: listed }, left_out };
}

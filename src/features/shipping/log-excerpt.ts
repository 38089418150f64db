import type { z } from "zod";
import { firstOf, type LeftOut } from "../halts/escalation/left-out.js";
import { countTests, type ExecutionLog, LoggedTests } from "./execution-log.js";

/** More than the tests of a module should be: only a log out of all proportion is cut. */
const MOST_TESTS = 200;

/** A log as a halt keeps it: the summary is that of the whole run, and a long list ends early. */
export const LogExcerpt = LoggedTests.superRefine(({ tests, summary }, context) => {
  const { passed, failed } = countTests(tests);
  if (passed <= summary.passed && failed <= summary.failed && summary.passed + summary.failed === summary.total) return;
  context.addIssue({ code: "custom", path: ["summary"], message: "does not fit the tests that are listed" });
});
export type LogExcerpt = z.infer<typeof LogExcerpt>;

/** The whole log, or the first of it; then what failed comes before what passed. */
export function excerptOf(
  log: ExecutionLog,
  all_in: string,
): { readonly execution_log: LogExcerpt; readonly left_out?: LeftOut } {
  const failing = log.tests.filter(({ result }) => result === "FAIL");
  const passing = log.tests.filter(({ result }) => result === "PASS");
  const { listed, left_out } = firstOf([...failing, ...passing], all_in, MOST_TESTS);
  return left_out === undefined ? { execution_log: log } : { execution_log: { ...log, tests: listed }, left_out };
}

import { judgeSuite } from "../../domain/validation/suite-status.js";
import { finding, type Validator } from "../validator.js";

/** The module's tests pass, and ran. A skipped one blocks (RULES, gates). */
export const taskTestPasses: Validator = {
  code: "TASK_TEST_PASSES",
  gate: 2,
  hard: true,
  runTypes: ["EXECUTION"],
  part: "execute",
  fix: "Make each failing test pass by changing the implementation. Remove every skip: a test that does not run proves nothing.",
  check({ execution }) {
    const run = execution?.green;
    if (run === undefined || run === null) return finding("NOT_RUN", "The module's tests were not run");
    if (run.broken !== null) {
      const details = { failure: run.broken.failure, output: run.broken.output };
      return finding("FAILED", `The test file could not be run (${run.broken.failure})`, { details });
    }
    const namesWith = (wanted: string) => run.tests.filter(({ status }) => status === wanted).map(({ name }) => name);
    const [failedTests, skippedTests] = [namesWith("failed"), namesWith("skipped")];
    const details = { passed: namesWith("passed").length, failedTests, skippedTests };
    const { status, reason } = judgeSuite({ results: run.tests, assertions: run.assertions });
    if (status === "PASSED" && skippedTests.length > 0) {
      return finding("FAILED", `${skippedTests.length} of ${run.tests.length} test(s) were skipped`, { details });
    }
    return finding(status, sentence(reason), { details });
  },
};

function sentence(reason: string): string {
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}

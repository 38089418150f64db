import { nameTests } from "../../../domain/validation/name-tests.js";
import { judgeSuite } from "../../../domain/validation/suite-status.js";
import type { ModuleTestRun } from "../../execution-facts.js";
import { finding, type Validator } from "../../validator.js";
import { noTestsWithout } from "../contract/no-tests-without.js";

/** The module's tests ran and passed. A skipped one blocks (decisions.md#tests-are-black-box). */
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
      const { failure, output, setup } = run.broken;
      const ran = run.tests.length > 0 ? "failed as a whole, whatever its tests say" : "could not be run";
      const why = setup === undefined ? `The test file ${ran} (${failure})` : noTestsWithout(setup);
      return finding("FAILED", why, { details: { failure, output } });
    }
    const namesWith = (requested: string) =>
      run.tests.filter(({ status }) => status === requested).map(({ name }) => name);
    const [failedTests, skippedTests] = [namesWith("failed"), namesWith("skipped")];
    const details = { passed: namesWith("passed").length, failedTests, skippedTests };
    const { status, reason } = judgeSuite({ results: run.tests, assertions: run.assertions });
    if (status === "PASSED" && skippedTests.length > 0) {
      const reason = `${skippedTests.length} of ${run.tests.length} test(s) were skipped`;
      return finding("FAILED", nameTests(reason, skippedTests), { details });
    }
    if (status !== "FAILED") return finding(status, sentence(reason), { details });
    return finding(status, sentence(nameTests(reason, failedTests)), {
      details: { ...details, output: outputOf(run) },
    });
  },
};

const TESTS_SHOWN = 5;
const OUTPUT_SHOWN = 800;

/** The output of the first failing tests, which usually shows what to fix. */
function outputOf({ tests }: ModuleTestRun): string {
  return tests
    .filter(({ status, output }) => status === "failed" && output !== undefined)
    .slice(0, TESTS_SHOWN)
    .map(({ name, output = "" }) => `${name}\n${output.slice(0, OUTPUT_SHOWN)}`)
    .join("\n\n");
}

function sentence(reason: string): string {
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}

import type { TestCase } from "../../../languages/source-file.js";
import type { Flaw } from "../../../languages/test-reading/strength.js";
import { finding, type Validator } from "../../validator.js";
import { evidenceOf } from "./evidence.js";
import { judgeTestFile } from "./judge-test-file.js";
import { testsToJudge } from "./tests-to-judge.js";

/** All of its assertions stand where the run never comes. */
function whyNotRun(test: TestCase): Flaw | undefined {
  const strength = evidenceOf(test)?.strength;
  return strength?.verdict === "void" && strength.missing === "run" ? strength : undefined;
}

const REGISTER =
  "Register each test named in any case; where it cannot run everywhere, let the runner skip it by an option, which is reported.";

/** Every test asserts, itself or through a helper. Declaring the number of assertions is not an assertion. */
export const testHasAssertions: Validator = {
  code: "TEST_HAS_ASSERTIONS",
  gate: 1,
  hard: true,
  runTypes: ["CONTRACT", "EXECUTION"],
  part: "judge",
  readsBase: true,
  fix: "Let each test named assert what its clause promises: compare a result, or expect the error it must give.",
  check(context) {
    return judgeTestFile(context, ({ path, file }) => {
      const tests = testsToJudge(file);
      const without = tests.filter((test) => evidenceOf(test) === undefined || whyNotRun(test) !== undefined);
      const assertionCount = tests.reduce((sum, { assertions }) => sum + assertions.length, 0);
      const details = {
        testCount: tests.length,
        assertionCount,
        testsWithoutAssertions: without.map(({ name }) => name),
      };
      if (tests.length === 0) return finding("VACUOUS", `${path} has no test that would run`, { details });
      const conditional = tests.filter((test) => test.conditional === true);
      if (without.length === 0 && conditional.length > 0) {
        const message = `${conditional.length} of ${tests.length} test(s) are registered only under a condition, and count as not run`;
        const places = conditional.map(({ name, line }) => ({
          path,
          line,
          message: `"${name}" may never be registered`,
        }));
        return finding("WARNING", message, { details, places, fix: REGISTER });
      }
      if (without.length === 0) {
        return finding("PASSED", `All ${tests.length} test(s) assert (${assertionCount} assertions)`, { details });
      }
      const status = without.length === tests.length ? "VACUOUS" : "FAILED";
      const places = without.map((test) => {
        const flaw = whyNotRun(test);
        const told = flaw === undefined ? "" : `: ${flaw.why}. ${flaw.instead}`;
        return { path, line: flaw?.line ?? test.line, message: `"${test.name}" asserts nothing${told}` };
      });
      return finding(status, `${without.length} of ${tests.length} test(s) assert nothing`, { details, places });
    });
  },
};

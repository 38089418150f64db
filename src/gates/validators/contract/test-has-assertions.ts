import { finding, type Validator } from "../../validator.js";
import { judgeTestFile } from "./judge-test-file.js";
import { testPlaces, testsToJudge } from "./tests-to-judge.js";

/** Every test asserts, itself or through a helper. Saying how many assertions there are is not one. */
export const testHasAssertions: Validator = {
  code: "TEST_HAS_ASSERTIONS",
  gate: 1,
  hard: true,
  runTypes: ["CONTRACT", "EXECUTION"],
  part: "judge",
  fix: "Let each test named assert what its clause promises: compare a result, or expect the error it must give.",
  check(context) {
    return judgeTestFile(context, ({ path, file }) => {
      const tests = testsToJudge(file);
      const without = tests.filter(({ assertions }) => assertions.every(({ nature }) => nature === "count"));
      const assertionCount = tests.reduce((sum, { assertions }) => sum + assertions.length, 0);
      const details = {
        testCount: tests.length,
        assertionCount,
        testsWithoutAssertions: without.map(({ name }) => name),
      };
      if (tests.length === 0) return finding("VACUOUS", `${path} has no test that would run`, { details });
      if (without.length === 0) {
        return finding("PASSED", `All ${tests.length} test(s) assert (${assertionCount} assertions)`, { details });
      }
      const status = without.length === tests.length ? "VACUOUS" : "FAILED";
      const places = testPlaces(path, without, "asserts nothing");
      return finding(status, `${without.length} of ${tests.length} test(s) assert nothing`, { details, places });
    });
  },
};

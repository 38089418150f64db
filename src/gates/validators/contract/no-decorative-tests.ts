import type { TestCase } from "../../../languages/source-file.js";
import { finding, type Validator } from "../../validator.js";
import { judgeTestFile } from "./judge-test-file.js";
import { testsToJudge } from "./tests-to-judge.js";

/** No test that is empty, tautological, or looks only at mocks or at snapshots (decisions.md#the-validators). */
export const noDecorativeTests: Validator = {
  code: "NO_DECORATIVE_TESTS",
  gate: 1,
  hard: true,
  runTypes: ["CONTRACT", "EXECUTION"],
  part: "judge",
  fix: "Let each test named call the module and compare what it gives with what is expected, written out in the test.",
  check(context) {
    return judgeTestFile(context, ({ path, file }) => {
      const tests = testsToJudge(file);
      const decorative = tests.flatMap((test) => {
        const reason = whyDecorative(test);
        return reason === undefined ? [] : [{ test: test.name, line: test.line, reason }];
      });
      const details = { testCount: tests.length, decorativeTests: decorative };
      if (tests.length === 0) return finding("VACUOUS", `${path} has no test that would run`, { details });
      if (decorative.length === 0)
        return finding("PASSED", `None of ${tests.length} test(s) is decorative`, { details });
      const places = decorative.map(({ test, line, reason }) => ({ path, line, message: `"${test}" is ${reason}` }));
      return finding("FAILED", `Found ${decorative.length} decorative test(s)`, { details, places });
    });
  },
};

function whyDecorative({ empty, assertions, usesSubject }: TestCase): string | undefined {
  if (empty) return "empty";
  const natures = assertions.map(({ nature }) => nature).filter((nature) => nature !== "count");
  if (natures.length === 0) return undefined; // TEST_HAS_ASSERTIONS says so
  if (natures.every((nature) => nature === "tautology")) return "tautological";
  if (natures.every((nature) => nature === "snapshot" || nature === "tautology")) return "snapshot-only";
  if (!usesSubject && natures.every((nature) => nature === "mock" || nature === "tautology")) return "mock-only";
  return undefined;
}

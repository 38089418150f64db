import { finding, type Validator } from "../../validator.js";
import { judgeTestFile } from "./judge-test-file.js";

/** The test file parses, with the real parser of its language. */
export const testSyntaxValid: Validator = {
  code: "TEST_SYNTAX_VALID",
  gate: 1,
  hard: true,
  runTypes: ["CONTRACT", "EXECUTION"],
  part: "judge",
  fix: "Correct the syntax at the lines named, and declare at least one test.",
  check(context) {
    return judgeTestFile(
      context,
      ({ path, file }) => {
        const problems = context.sources.problems(path);
        const places = problems.map(({ line, message }) => ({ path, line, message }));
        const errors = problems.map(({ line, message }) => `${path}:${line}: ${message}`);
        if (problems.length > 0) {
          return finding("FAILED", `${path} does not parse: ${problems.length} error(s)`, {
            details: { errors },
            places,
          });
        }
        if (file.tests.length === 0)
          return finding("VACUOUS", `${path} declares no test`, { details: { testCount: 0 } });
        return finding("PASSED", `${path} parses and declares ${file.tests.length} test(s)`, {
          details: { testCount: file.tests.length },
        });
      },
      { evenIfBroken: true },
    );
  },
};

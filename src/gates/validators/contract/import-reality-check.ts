import { finding, type Validator } from "../../validator.js";
import { type ImportProblem, importProblems } from "./import-problems.js";
import { judgeTestFile } from "./judge-test-file.js";

/** Every import resolves to a file, an export of it, or a declared dependency. Tests are black-box. */
export const importRealityCheck: Validator = {
  code: "IMPORT_REALITY_CHECK",
  gate: 1,
  hard: true,
  runTypes: ["CONTRACT", "EXECUTION"],
  part: "judge",
  fix: "Import what exists: correct the path or the name, or declare the package (for the factory in the plan's dependencies, otherwise in the project's own manifest). In the factory, tests import only the module's entry, its declared dependencies and test libraries.",
  check(context) {
    return judgeTestFile(context, () => {
      const { files, problems } = importProblems(context);
      const errors = problems.map(({ path, line, message }) => `${path}:${line}: ${message}`);
      const details = { files, errors };
      if (problems.length === 0)
        return finding("PASSED", `Every import of ${files.length} file(s) resolves`, { details: { files } });
      return finding("FAILED", `Found ${problems.length} import(s) that do not resolve`, {
        details,
        places: problems.map(toPlace),
      });
    });
  },
};

function toPlace({ path, line, message }: ImportProblem) {
  return { path, line, message };
}

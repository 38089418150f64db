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
  readsBase: true,
  fix: "Import what exists: correct the path or the name, or declare the package (for the factory in the plan's dependencies, otherwise in the project's own manifest). In the factory, tests import only the module's entry, its declared dependencies and test libraries.",
  check(context) {
    return judgeTestFile(context, () => {
      const { files, problems } = importProblems(context);
      const wrong = problems.filter(({ unclear }) => unclear !== true);
      const errors = wrong.map(({ path, line, message }) => `${path}:${line}: ${message}`);
      if (problems.length === 0)
        return finding("PASSED", `Every import of ${files.length} file(s) resolves`, { details: { files } });
      if (wrong.length === 0) {
        const message = `No import is wrong for sure; ${problems.length} could not be followed`;
        return finding("WARNING", message, { details: { files }, places: problems.map(toPlace), fix: NOT_FOLLOWED });
      }
      return finding("FAILED", `Found ${wrong.length} import(s) that do not resolve`, {
        details: { files, errors },
        places: wrong.map(toPlace),
      });
    });
  },
};

const NOT_FOLLOWED =
  "Look at each import named: is there such a module when the code runs? If so, nothing has to be done.";

function toPlace({ path, line, message }: ImportProblem) {
  return { path, line, message };
}

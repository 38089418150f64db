import type { GateContext } from "../../gate-context.js";
import { pythonImportProblems } from "./python-import-problems.js";
import { scriptImportProblems } from "./script-import-problems.js";

/** An import that leads nowhere, or where a test must not look. */
export type ImportProblem = { readonly path: string; readonly line: number; readonly message: string };

/** The imports of the test file, and in a green run of the module's own sources. */
export function importProblems(context: GateContext): { files: string[]; problems: ImportProblem[] } {
  const { manifest, runType, head, sources } = context;
  const written =
    runType === "EXECUTION" ? manifest.files.filter(({ action }) => action !== "DELETE").map(({ path }) => path) : [];
  const files = [...new Set([manifest.testFile, ...written])].filter(
    (path) =>
      sources.languageOf(path) !== undefined && head.read(path) !== undefined && sources.problems(path).length === 0,
  );
  const problems = files.flatMap((path) =>
    sources.languageOf(path) === "python" ? pythonImportProblems(path, context) : scriptImportProblems(path, context),
  );
  return { files, problems };
}

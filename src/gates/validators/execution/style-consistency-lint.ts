import type { Validator } from "../../validator.js";
import { commandFinding } from "../command-finding.js";

/** The preset's linter has no findings in the changed files. */
export const styleConsistencyLint: Validator = {
  code: "STYLE_CONSISTENCY_LINT",
  gate: 2,
  hard: true,
  runTypes: ["EXECUTION"],
  part: "execute",
  fix: "Correct every problem that the linter prints, in the files of the manifest.",
  check: (context) => commandFinding(context, "lint", "The linter"),
};

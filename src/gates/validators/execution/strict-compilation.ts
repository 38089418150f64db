import type { Validator } from "../../validator.js";
import { commandFinding } from "../command-finding.js";

/** The preset's type check has no errors. */
export const strictCompilation: Validator = {
  code: "STRICT_COMPILATION",
  gate: 2,
  hard: true,
  runTypes: ["EXECUTION"],
  part: "execute",
  fix: "Correct every error that the type check prints, in the files of the manifest.",
  check: (context) => commandFinding(context, "typecheck", "The type check"),
};

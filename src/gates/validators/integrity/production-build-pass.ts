import type { Validator } from "../../validator.js";
import { commandFinding } from "../command-finding.js";

/** The preset's production build passes. */
export const productionBuildPass: Validator = {
  code: "PRODUCTION_BUILD_PASS",
  gate: 3,
  hard: true,
  runTypes: ["EXECUTION", "INTEGRITY"],
  part: "execute",
  fix: "Correct what the production build prints. In the factory it runs on the merge of this branch with its base, so the cause may be a change on either side.",
  check: (context) => commandFinding(context, "build", "The production build"),
};

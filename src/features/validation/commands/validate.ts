import { bare } from "../../../commands/arguments/take-words.js";
import { defineCommand } from "../../../commands/define-command.js";
import { orderValidation } from "../validate-command.js";

const usage = "/factory validate";

export const validate = defineCommand({
  verb: "validate",
  usage,
  where: "anywhere",
  summary: "Run the whole test suite on the default branch now.",
  effect:
    "The suite is compared with the baseline. A comment says whether it is green, or which failures are new. Nothing changes.",
  example: usage,
  parse: bare(usage),
  run: (situation, _, { comment }) => orderValidation(situation, comment),
});

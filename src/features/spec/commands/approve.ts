import { bare } from "../../../commands/arguments/take-words.js";
import { defineCommand } from "../../../commands/define-command.js";

const usage = "/factory approve";

export const approve = defineCommand({
  verb: "approve",
  usage,
  where: "spec pull request",
  summary: "Accept the spec as it is shown.",
  effect: "The project is set up and the first task starts. Approving the pull request on GitHub does the same.",
  example: usage,
  parse: bare({ verb: "approve" }, usage),
});

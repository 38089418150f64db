import { bare } from "../../../commands/arguments/take-words.js";
import { defineCommand } from "../../../commands/define-command.js";

const usage = "/factory resume";

export const resume = defineCommand({
  verb: "resume",
  usage,
  where: "anywhere",
  summary: "Go on after a pause.",
  effect: "Work continues from the last saved step.",
  example: usage,
  parse: bare({ verb: "resume" }, usage),
});

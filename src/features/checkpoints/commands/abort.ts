import { bare } from "../../../commands/arguments/take-words.js";
import { defineCommand } from "../../../commands/define-command.js";

const usage = "/factory abort";

export const abort = defineCommand({
  verb: "abort",
  usage,
  where: "checkpoint",
  summary: "End the project here.",
  effect:
    "Open task pull requests are closed with a note. Nothing is deleted: branches, history and shipped code stay.",
  example: usage,
  parse: bare({ verb: "abort" }, usage),
});

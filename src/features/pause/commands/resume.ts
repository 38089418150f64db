import { bare } from "../../../commands/arguments/take-words.js";
import { defineCommand } from "../../../commands/define-command.js";
import { resumeWork } from "../pause-command.js";

const usage = "/factory resume";

export const resume = defineCommand({
  verb: "resume",
  usage,
  where: "anywhere",
  summary: "Go on after a pause.",
  effect: "Work continues from the last saved step.",
  example: usage,
  parse: bare(usage),
  run: (situation, _, { comment }) => resumeWork(situation, comment.author.login),
});

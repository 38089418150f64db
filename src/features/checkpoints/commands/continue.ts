import { bare } from "../../../commands/arguments/take-words.js";
import { defineCommand } from "../../../commands/define-command.js";
import { continueProject } from "../checkpoint-commands.js";

const usage = "/factory continue";

export const continueWork = defineCommand({
  verb: "continue",
  usage,
  where: "checkpoint",
  summary: "Go on after a checkpoint.",
  effect:
    "The next task is dispatched. The same budget threshold does not stop the project again until `budget` re-arms it.",
  also: "While questions are open before the first draft, it takes their defaults.",
  example: usage,
  parse: bare(usage),
  run: (situation, _, { comment }) => continueProject(situation, comment),
});

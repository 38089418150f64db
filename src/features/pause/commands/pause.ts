import { bare } from "../../../commands/arguments/take-words.js";
import { defineCommand } from "../../../commands/define-command.js";
import { pauseWork } from "../pause-command.js";

const usage = "/factory pause";

export const pause = defineCommand({
  verb: "pause",
  usage,
  where: "anywhere",
  summary: "Stop at once.",
  effect: "Nothing is written or asked until `resume`; calls in flight are cancelled and their results thrown away.",
  example: usage,
  parse: bare(usage),
  run: (situation, _, { comment }) => pauseWork(situation, comment.author.login),
});

import { takeWords } from "../../../commands/arguments/take-words.js";
import { defineCommand } from "../../../commands/define-command.js";
import { accept } from "../../../domain/refusal.js";
import { adviceAfter } from "../approval.js";
import { Prose } from "../criteria/text.js";

const usage = "/factory amend <feedback>";

export const amend = defineCommand({
  verb: "amend",
  usage,
  where: "spec pull request",
  reach: "comment",
  summary: "Ask for changes to this spec.",
  effect: "The draft is patched: what your feedback does not mention keeps its ids and text. Then you are asked again.",
  example: "/factory amend Drop the export task, and let the list command print the newest entry first.",
  parse: ({ text }) => {
    const feedback = takeWords(text, { schema: Prose, usage, noun: "the changes you want" });
    return feedback.ok ? accept({ feedback: feedback.value }) : feedback;
  },
  run: ({ state, now }, { feedback }, { comment }) => {
    const amends = state.product?.phase === "awaiting-approval" ? state.product.round.amends + 1 : 1;
    const advice = adviceAfter(amends);
    return accept({
      events: [{ kind: "spec-amended", at: now, by: comment.author.login, feedback }],
      answer: `The draft is being patched.${advice === undefined ? "" : `\n\n${advice}`}`,
    });
  },
});

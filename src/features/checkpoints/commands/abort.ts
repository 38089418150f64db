import { bare } from "../../../commands/arguments/take-words.js";
import { defineCommand } from "../../../commands/define-command.js";
import { accept } from "../../../domain/refusal.js";

const usage = "/factory abort";

export const abort = defineCommand({
  verb: "abort",
  usage,
  where: "checkpoint",
  summary: "End the project here.",
  effect:
    "Open task pull requests are closed with a note. Nothing is deleted: branches, history and shipped code stay.",
  example: usage,
  parse: bare(usage),
  run: ({ state, now }, _, { comment }) => {
    if (state.project !== null) {
      const answer = "Aborted. Everything that was made stays where it is.";
      return accept({
        events: [{ kind: "project-updated", at: now, event: { kind: "project-aborted", at: now } }],
        answer,
      });
    }
    return accept({
      events: [{ kind: "request-withdrawn", at: now, by: comment.author.login }],
      answer: "The request is withdrawn. Nothing was built, and another issue can be labelled.",
    });
  },
});

import { bare } from "../../../commands/arguments/take-words.js";
import { defineCommand } from "../../../commands/define-command.js";
import { accept } from "../../../domain/refusal.js";

const usage = "/factory status";

export const status = defineCommand({
  verb: "status",
  usage,
  where: "anywhere",
  summary: "Show where things stand.",
  effect: "The answer has progress, open work, cost, and what is waited for. Nothing changes.",
  example: usage,
  parse: bare(usage),
  run: ({ state }) =>
    accept({
      events: [],
      answer: `The status comment of #${state.request.issue} is kept current.`,
      showsStatus: true,
    }),
});

import { takeWords } from "../../../commands/arguments/take-words.js";
import { defineCommand } from "../../../commands/define-command.js";
import { accept } from "../../../domain/refusal.js";
import { Prose } from "../criteria/text.js";

const usage = "/factory reject <reasons>";

export const reject = defineCommand({
  verb: "reject",
  usage,
  where: "spec pull request",
  reach: "comment",
  summary: "Discard the spec and start over from SPEC.md.",
  effect:
    "A new draft is written from SPEC.md and your reasons alone; the old draft and its research are not carried over.",
  example:
    "/factory reject The spec is about the wrong product: it plans a server, and SPEC.md asks for a command line tool.",
  parse: ({ text }) => {
    const reasons = takeWords(text, { schema: Prose, usage, noun: "the reasons" });
    return reasons.ok ? accept({ verb: "reject", reasons: reasons.value }) : reasons;
  },
});

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
    return reasons.ok ? accept({ reasons: reasons.value }) : reasons;
  },
  // A fresh start reads the present SPEC.md, because the reason may be an edit there.
  run: ({ observed: { spec }, now }, { reasons }, { comment }) => {
    const fresh = spec.status === "present" ? { spec_blob: spec.blob } : {};
    return accept({
      events: [{ kind: "spec-rejected", at: now, by: comment.author.login, reasons, ...fresh }],
      answer: "The draft is dropped. A new one is being written from SPEC.md as it is now, with your reasons.",
    });
  },
});

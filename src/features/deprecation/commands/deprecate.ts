import { type PayloadShape, payloadComment, takePayload } from "../../../commands/arguments/take-payload.js";
import { defineCommand } from "../../../commands/define-command.js";
import { ModuleRef } from "../../../domain/ids.js";
import { accept, refuse } from "../../../domain/refusal.js";
import { DeprecationPayload, orderDeprecation } from "../deprecate-command.js";

const usage = "/factory deprecate <module@version>";

const shape: PayloadShape<typeof DeprecationPayload> = {
  schema: DeprecationPayload,
  template: (words) => ({
    reason: words || "It cannot read files above 2 GB.",
    migration_note: "Call readEntries with a stream instead of a path.",
    replacement: "MM-0007@2.0.0",
  }),
};

export const deprecate = defineCommand({
  verb: "deprecate",
  usage,
  where: "anywhere",
  summary: "Mark a shipped module version as no longer to be used.",
  effect:
    "Its index entry gets the reason, the migration note and the replacement (null when there is none). Searches leave it out, and a release stops while something active depends on it. With a replacement, tasks are added that build its consumers again on that; `migrate: false` leaves them where they are.",
  example: payloadComment("/factory deprecate MM-0001@1.0.0", shape),
  parse: ({ text, payload }) => {
    const [word = "", ...rest] = text.trim().split(/\s+/);
    const ref = ModuleRef.safeParse(word);
    if (!ref.success) {
      return refuse(
        "module-needed",
        `This needs one shipped version, such as \`/factory deprecate MM-0001@1.0.0\`: \`${usage}\`.`,
        { usage },
      );
    }
    const command = `/factory deprecate ${ref.data}`;
    const read = takePayload(shape, { command, words: rest.join(" "), payload });
    return read.ok ? accept({ module_ref: ref.data, payload: read.value }) : read;
  },
  run: (situation, ordered, { comment }) => orderDeprecation(situation, ordered, comment),
});

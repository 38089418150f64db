import { type PayloadShape, payloadComment, takePayload } from "../../../commands/arguments/take-payload.js";
import { defineCommand } from "../../../commands/define-command.js";
import { accept } from "../../../domain/refusal.js";
import { PlanAdjustment } from "../adjustment.js";
import { adjustProject } from "../checkpoint-commands.js";

const shape: PayloadShape<typeof PlanAdjustment> = {
  schema: PlanAdjustment,
  template: (words) => [
    { drop: "T-core-export-csv-002", reason: words || "Nobody asked for the export." },
    { skip: "T-core-export-xml-001", reason: "Not in this release." },
    { cut: "T-core-report-weekly-001", from: "T-core-export-csv-002" },
    { reorder: ["T-core-report-weekly-001", "T-core-report-daily-001"] },
  ],
};

export const adjust = defineCommand({
  verb: "adjust",
  usage: "/factory adjust",
  where: "checkpoint",
  summary: "Drop, skip or reorder tasks that have not started, or cut a dependency on an abandoned one.",
  effect: "Dropped and skipped tasks become abandoned with your reason; nothing is deleted. Then the project goes on.",
  example: payloadComment("/factory adjust", shape),
  parse: ({ text, payload }) => {
    const read = takePayload(shape, { command: "/factory adjust", words: text, payload });
    return read.ok ? accept({ adjustment: read.value }) : read;
  },
  run: (situation, { adjustment }, { comment }) => adjustProject(situation, { comment, adjustment }),
});

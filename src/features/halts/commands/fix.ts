import { type PayloadShape, payloadComment, takePayload } from "../../../commands/arguments/take-payload.js";
import { takeTask } from "../../../commands/arguments/take-task.js";
import { takeWords } from "../../../commands/arguments/take-words.js";
import { defineCommand } from "../../../commands/define-command.js";
import type { TaskId } from "../../../domain/ids.js";
import { accept } from "../../../domain/refusal.js";
import { Statement } from "../../../domain/statement.js";
import { type OfferedFix, resolutionOfFix } from "../fix/fix-command.js";
import { ProvideFix } from "../resolution/human-resolution.js";
import { resolveTask } from "../resolution/resolve-task.js";

const usage = "/factory fix [task] [description]";
const schema = ProvideFix.omit({ action: true });

const shape: PayloadShape<typeof schema> = {
  schema,
  template: (words) => ({
    fix_description: words || "Counts an empty file as no entries instead of failing.",
    fix_artifacts: { "src/count-entries.ts": "export const countEntries = (lines: string[]) => lines.length;\n" },
  }),
};

export const fix = defineCommand<{ readonly task_id: TaskId | null; readonly fix: OfferedFix }>({
  verb: "fix",
  usage,
  where: "halted task",
  summary: "Offer your own fix: in a `yaml` block, or as commits you pushed to the task's branch.",
  effect: "Your fix takes the place of a proposal: gates, Challenger and Arbiter judge it, and it ships if they agree.",
  example: payloadComment("/factory fix", shape),
  parse: ({ text, payload }) => {
    const task = takeTask(text);
    if (!task.ok) return task;
    const { task_id, rest } = task.value;
    if (payload === null && rest.trim() === "") {
      return accept({ task_id, fix: { from: "branch", fix_description: null } });
    }
    if (payload === null) {
      const said = takeWords(rest, { schema: Statement, usage, noun: "a description, or nothing" });
      return said.ok ? accept({ task_id, fix: { from: "branch", fix_description: said.value } }) : said;
    }
    const command = task_id === null ? "/factory fix" : `/factory fix ${task_id}`;
    const read = takePayload(shape, { command, words: rest, payload });
    if (!read.ok) return read;
    const resolution = { action: "PROVIDE_FIX", ...read.value } as const;
    return accept({ task_id, fix: { from: "comment", resolution } });
  },
  run: (situation, { task_id, fix: offered }, { comment, task }) => {
    const resolution = resolutionOfFix(situation, task_id ?? task, offered);
    if (!resolution.ok) return resolution;
    return resolveTask(situation, { task: task_id ?? task, resolution: resolution.value, comment });
  },
});

import { type PayloadShape, payloadComment } from "../../../commands/arguments/take-payload.js";
import { taskAndPayload } from "../../../commands/arguments/task-and-payload.js";
import { defineCommand } from "../../../commands/define-command.js";
import { accept } from "../../../domain/refusal.js";
import { SplitTask } from "../resolution/human-resolution.js";
import { decideTask, type TaskDecision } from "./task-decision.js";

const schema = SplitTask.omit({ action: true });

const shape: PayloadShape<typeof schema> = {
  schema,
  template: (words) => ({
    new_tasks: [
      {
        name: "Parse the file",
        description: words || "Reads the file and returns its entries in order.",
        acceptance_criteria: ["Returns every entry of a valid file.", "Rejects a file with a broken line by number."],
        depends_on: [],
      },
      {
        name: "Print the entries",
        description: "Prints entries, the newest first.",
        acceptance_criteria: ["Prints one line an entry.", "Prints nothing for an empty file."],
        depends_on: ["Parse the file"],
      },
    ],
  }),
};

export const split = defineCommand<TaskDecision>({
  verb: "split",
  usage: "/factory split [task]",
  where: "halted task",
  summary: "Replace the task by smaller ones.",
  effect:
    "The task is abandoned and superseded by the new ones; whoever depended on it depends on all of them. A new task may depend on what the old one depended on, or on another new one by name or position (`#1`).",
  also: "With `--keep`, modules that are finished on its branch ship first, as this task, and the new ones do the rest; the card says where that is possible.",
  example: payloadComment("/factory split", shape),
  parse: (input) => {
    const read = taskAndPayload("split", shape, input, "keep");
    if (!read.ok) return read;
    const { task_id, payload, flagged } = read.value;
    const action = flagged ? "KEEP_AND_SPLIT" : "SPLIT_TASK";
    return accept({ task_id, resolution: { action, ...payload } });
  },
  run: decideTask,
});

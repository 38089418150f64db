import { taskAlone } from "../../../commands/arguments/take-task.js";
import { defineCommand } from "../../../commands/define-command.js";
import { accept } from "../../../domain/refusal.js";
import { decideChange } from "../change-commands.js";

const usage = "/factory ice defer [task]";

export const deferInterfaceChange = defineCommand({
  verb: "ice defer",
  usage,
  where: "interface change",
  summary: "Decide about the interface change later.",
  effect: "Nothing changes: the exception is marked as deferred and the task stays halted.",
  example: "/factory ice defer",
  parse: ({ text }) => {
    const task_id = taskAlone(text, usage);
    return task_id.ok ? accept({ task_id: task_id.value }) : task_id;
  },
  run: (situation, { task_id }, { comment, task }) =>
    decideChange(situation, { task: task_id ?? task, ruling: { decision: "DEFER" }, comment }),
});

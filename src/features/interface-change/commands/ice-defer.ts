import { taskAlone } from "../../../commands/arguments/take-task.js";
import { defineCommand } from "../../../commands/define-command.js";
import { accept } from "../../../domain/refusal.js";

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
    return task_id.ok ? accept({ verb: "ice defer", task_id: task_id.value }) : task_id;
  },
});

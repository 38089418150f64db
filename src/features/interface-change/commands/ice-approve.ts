import { taskAlone } from "../../../commands/arguments/take-task.js";
import { defineCommand } from "../../../commands/define-command.js";
import { accept } from "../../../domain/refusal.js";
import { decideChange } from "../change-commands.js";

const usage = "/factory ice approve [task]";

export const approveInterfaceChange = defineCommand({
  verb: "ice approve",
  usage,
  where: "interface change",
  summary: "Accept the proposed interface change for debate.",
  effect:
    "A candidate contract is made and debated. When it passes, a task builds the new version and the halted task waits for it.",
  example: "/factory ice approve",
  parse: ({ text }) => {
    const task_id = taskAlone(text, usage);
    return task_id.ok ? accept({ task_id: task_id.value }) : task_id;
  },
  run: (situation, { task_id }, { comment, task }) =>
    decideChange(situation, { task: task_id ?? task, ruling: { decision: "APPROVE_CHANGE" }, comment }),
});

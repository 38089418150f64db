import { taskAlone } from "../../../commands/arguments/take-task.js";
import { defineCommand } from "../../../commands/define-command.js";
import { accept } from "../../../domain/refusal.js";
import { applyAmendment } from "../amendment-commands.js";

const usage = "/factory amendment accept [task]";

export const acceptAmendment = defineCommand({
  verb: "amendment accept",
  usage,
  where: "contract amendment",
  summary: "Change the module's contract as proposed.",
  effect: "The contract is updated and locked again, and the module goes back to specifying with new tests.",
  example: "/factory amendment accept",
  parse: ({ text }) => {
    const task_id = taskAlone(text, usage);
    return task_id.ok ? accept({ task_id: task_id.value }) : task_id;
  },
  run: (situation, { task_id }, { comment, task }) => applyAmendment(situation, task_id ?? task, comment),
});

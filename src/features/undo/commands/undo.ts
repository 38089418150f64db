import { takeTask } from "../../../commands/arguments/take-task.js";
import { takeNothing } from "../../../commands/arguments/take-words.js";
import { defineCommand } from "../../../commands/define-command.js";
import { accept, refuse } from "../../../domain/refusal.js";
import { orderUndo } from "../undo-command.js";

const usage = "/factory undo <task>";

export const undo = defineCommand({
  verb: "undo",
  usage,
  where: "anywhere",
  summary: "Take a shipped task back.",
  effect:
    "A pull request that reverts its merge is opened; when it is merged, the tasks that built on it are open again.",
  example: "/factory undo T-core-auth-login-001",
  parse: ({ text }) => {
    const task = takeTask(text);
    if (!task.ok) return task;
    const { task_id, rest } = task.value;
    if (task_id === null) {
      return refuse(
        "task-needed",
        `This needs the id of the task to take back, as the status comment has it: \`${usage}\`.`,
        { usage },
      );
    }
    const nothing = takeNothing(rest, usage);
    return nothing.ok ? accept({ task_id }) : nothing;
  },
  run: (situation, { task_id }, { comment }) => orderUndo(situation, task_id, comment),
});

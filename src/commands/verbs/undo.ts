import { accept, refuse } from "../../domain/refusal.js";
import { defineCommand } from "../define-command.js";
import { taskAlone } from "../take-task.js";

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
    const task_id = taskAlone(text, usage);
    if (!task_id.ok) return task_id;
    if (task_id.value === null) {
      return refuse("task-needed", `This needs the id of the task to take back: \`${usage}\`.`, { usage });
    }
    return accept({ verb: "undo", task_id: task_id.value });
  },
});

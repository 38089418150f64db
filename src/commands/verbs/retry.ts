import { accept } from "../../domain/refusal.js";
import { defineCommand } from "../define-command.js";
import { taskAlone } from "../take-task.js";

const usage = "/factory retry [task]";

export const retry = defineCommand({
  verb: "retry",
  usage,
  where: "halted task",
  summary: "Do the halted task again as it stands.",
  effect: "The task goes back into the queue and starts afresh when its turn comes.",
  example: "/factory retry",
  parse: ({ text }) => {
    const task_id = taskAlone(text, usage);
    if (!task_id.ok) return task_id;
    return accept({ verb: "retry", task_id: task_id.value, resolution: { action: "RETRY_TASK" } });
  },
});

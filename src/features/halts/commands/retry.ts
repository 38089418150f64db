import { taskAlone } from "../../../commands/arguments/take-task.js";
import { defineCommand } from "../../../commands/define-command.js";
import { accept, refuse } from "../../../domain/refusal.js";
import { resolveTask } from "../resolution/resolve-task.js";
import { resolutionOfRetry } from "../resolution/retry-command.js";

const usage = "/factory retry [task]";

export const retry = defineCommand({
  verb: "retry",
  usage,
  where: "halted task",
  summary: "Do the halted task again as it stands.",
  effect:
    "The task goes back into the queue and starts afresh when its turn comes. Where only a review could not be used, just that one is asked for again.",
  example: "/factory retry",
  parse: ({ text, payload }) => {
    // A payload means that the person wanted another answer. It must not be dropped silently.
    if (payload !== null) {
      return refuse(
        "payload-unexpected",
        `\`${usage}\` takes no \`yaml\` block: the task is done again as it stands. For other criteria say \`/factory amend-spec\`, for another plan \`/factory revise-plan\`, for files of yours \`/factory fix\`.`,
        { usage },
      );
    }
    const task_id = taskAlone(text, usage);
    if (!task_id.ok) return task_id;
    return accept({ task_id: task_id.value, resolution: { action: "RETRY_TASK" } });
  },
  run: (situation, { task_id }, { comment, task: ofPlace }) => {
    const { state, now } = situation;
    const task = task_id ?? ofPlace;
    // In the issue, without a task: retries the baseline that failed.
    if (task === null && state.baseline?.phase === "stuck")
      return accept({
        events: [{ kind: "baseline-retried", at: now, by: comment.author.login }],
        answer: "The test suite is run on the default branch again.",
      });
    return resolveTask(situation, { task, resolution: resolutionOfRetry(situation, task), comment });
  },
});

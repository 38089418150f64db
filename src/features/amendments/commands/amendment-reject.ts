import { taskAndStatement } from "../../../commands/arguments/take-task.js";
import { defineCommand } from "../../../commands/define-command.js";
import { accept } from "../../../domain/refusal.js";
import { refuseAmendment } from "../amendment-commands.js";

const usage = "/factory amendment reject [task] <reason>";

export const rejectAmendment = defineCommand({
  verb: "amendment reject",
  usage,
  where: "contract amendment",
  reach: "comment",
  summary: "Keep the contract as it is.",
  effect: "The module counts as failed and its task halts; modules that do not depend on it still run.",
  example: "/factory amendment reject The signature is right: the timeout belongs in the configuration.",
  parse: ({ text }) => {
    const given = taskAndStatement(text, { usage, noun: "a reason" });
    if (!given.ok) return given;
    const { task_id, statement: reason } = given.value;
    return accept({ task_id, reason });
  },
  run: (situation, { task_id, reason }, { comment, task }) =>
    refuseAmendment(situation, task_id ?? task, { comment, reason }),
});

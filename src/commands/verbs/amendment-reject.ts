import { Statement } from "../../domain/decisions/statement.js";
import { accept } from "../../domain/refusal.js";
import { defineCommand } from "../define-command.js";
import { takeTask } from "../take-task.js";
import { takeWords } from "../take-words.js";

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
    const task = takeTask(text);
    if (!task.ok) return task;
    const reason = takeWords(task.value.rest, { schema: Statement, usage, noun: "a reason" });
    return reason.ok ? accept({ verb: "amendment reject", task_id: task.value.task_id, reason: reason.value }) : reason;
  },
});

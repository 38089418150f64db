import { Statement } from "../../domain/decisions/statement.js";
import { accept } from "../../domain/refusal.js";
import { defineCommand } from "../define-command.js";
import { takeTask } from "../take-task.js";
import { takeWords } from "../take-words.js";

const usage = "/factory ice reject [task] <reason>";

export const rejectInterfaceChange = defineCommand({
  verb: "ice reject",
  usage,
  where: "interface change",
  reach: "comment",
  summary: "Keep the shipped interface as it is.",
  effect:
    "Your reason is recorded and the task stays halted; `retry` lets it look for another way within the interface as it is.",
  example: "/factory ice reject Two other modules rely on the error being raised; wrap it in the caller.",
  parse: ({ text }) => {
    const task = takeTask(text);
    if (!task.ok) return task;
    const reason = takeWords(task.value.rest, { schema: Statement, usage, noun: "a reason" });
    return reason.ok ? accept({ verb: "ice reject", task_id: task.value.task_id, reason: reason.value }) : reason;
  },
});

import { takeTaskAndFlag } from "../../../commands/arguments/take-flag.js";
import { takeWords } from "../../../commands/arguments/take-words.js";
import { defineCommand } from "../../../commands/define-command.js";
import { accept } from "../../../domain/refusal.js";
import { Statement } from "../../../domain/statement.js";
import { decideChange } from "../change-commands.js";

const usage = "/factory ice reject [task] <reason>";

export const rejectInterfaceChange = defineCommand({
  verb: "ice reject",
  usage,
  where: "interface change",
  reach: "comment",
  summary: "Keep the shipped interface as it is.",
  effect:
    "The task is done again within the interface as it is, and your reason is given to the roles. With `--stay` before the reason it stays halted instead.",
  example: "/factory ice reject Two other modules rely on the error being raised; wrap it in the caller.",
  parse: ({ text }) => {
    const task = takeTaskAndFlag(text, "stay");
    if (!task.ok) return task;
    const { task_id, given, rest } = task.value;
    const stay: { readonly stay?: true } = given ? { stay: true } : {};
    const reason = takeWords(rest, { schema: Statement, usage, noun: "a reason" });
    return reason.ok ? accept({ task_id, reason: reason.value, ...stay }) : reason;
  },
  run: (situation, { task_id, reason, stay }, { comment, task }) => {
    const ruling = { decision: "REJECT_CHANGE", reason, requeue: stay !== true } as const;
    return decideChange(situation, { task: task_id ?? task, ruling, comment });
  },
});

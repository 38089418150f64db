import { Statement } from "../../domain/decisions/statement.js";
import { accept } from "../../domain/refusal.js";
import { defineCommand } from "../define-command.js";
import { takeTask } from "../take-task.js";
import { takeWords } from "../take-words.js";

const usage = "/factory override [task] <rationale>";

export const override = defineCommand({
  verb: "override",
  usage,
  where: "halted task",
  reach: "comment",
  summary: "Ship the task although the debate failed.",
  effect: "The task goes on at ship without further debate. The gates still apply, and your rationale is kept.",
  example:
    "/factory override The objection is about a case that cannot occur: the caller has already checked the length.",
  parse: ({ text }) => {
    const task = takeTask(text);
    if (!task.ok) return task;
    const rationale = takeWords(task.value.rest, { schema: Statement, usage, noun: "a rationale" });
    if (!rationale.ok) return rationale;
    const resolution = { action: "APPROVE_OVERRIDE", rationale: rationale.value } as const;
    return accept({ verb: "override", task_id: task.value.task_id, resolution });
  },
});

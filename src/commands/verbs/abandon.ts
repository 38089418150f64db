import { Statement } from "../../domain/decisions/statement.js";
import { accept } from "../../domain/refusal.js";
import { defineCommand } from "../define-command.js";
import { takeTask } from "../take-task.js";
import { takeWords } from "../take-words.js";

const usage = "/factory abandon [task] <rationale>";

export const abandon = defineCommand({
  verb: "abandon",
  usage,
  where: "halted task",
  reach: "comment",
  summary: "Close the halted task for good.",
  effect: "Nothing more is tried. Tasks that depend on it stay blocked until you amend, split or abandon them.",
  example: "/factory abandon The import format is no longer needed: the vendor dropped it.",
  parse: ({ text }) => {
    const task = takeTask(text);
    if (!task.ok) return task;
    const rationale = takeWords(task.value.rest, { schema: Statement, usage, noun: "a rationale" });
    if (!rationale.ok) return rationale;
    const resolution = { action: "ABANDON_TASK", rationale: rationale.value } as const;
    return accept({ verb: "abandon", task_id: task.value.task_id, resolution });
  },
});

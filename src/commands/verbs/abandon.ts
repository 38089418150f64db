import { accept } from "../../domain/refusal.js";
import { defineCommand } from "../define-command.js";
import { taskAndStatement } from "../take-task.js";

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
    const given = taskAndStatement(text, { usage, noun: "a rationale" });
    if (!given.ok) return given;
    const { task_id, statement: rationale } = given.value;
    return accept({ verb: "abandon", task_id, resolution: { action: "ABANDON_TASK", rationale } });
  },
});

import { takeTaskAndFlag } from "../../../commands/arguments/take-flag.js";
import { takeWords } from "../../../commands/arguments/take-words.js";
import { defineCommand } from "../../../commands/define-command.js";
import { accept } from "../../../domain/refusal.js";
import { Statement } from "../../../domain/statement.js";
import { decideTask, type TaskDecision } from "./task-decision.js";

const usage = "/factory abandon [task] <rationale>";

export const abandon = defineCommand<TaskDecision>({
  verb: "abandon",
  usage,
  where: "halted task",
  reach: "comment",
  summary: "Close the halted task for good.",
  effect: "Nothing more is tried. Tasks that depend on it stay blocked until you amend, split or abandon them.",
  also: "With `--keep` before the rationale, modules that are finished on its branch ship all the same, as this task, and the rest is closed as one of its own; the card says where that is possible.",
  example: "/factory abandon The import format is no longer needed: the vendor dropped it.",
  parse: ({ text }) => {
    const task = takeTaskAndFlag(text, "keep");
    if (!task.ok) return task;
    const { task_id, given, rest } = task.value;
    const rationale = takeWords(rest, { schema: Statement, usage, noun: "a rationale" });
    if (!rationale.ok) return rationale;
    const action = given ? "KEEP_AND_ABANDON" : "ABANDON_TASK";
    return accept({ task_id, resolution: { action, rationale: rationale.value } });
  },
  run: decideTask,
});

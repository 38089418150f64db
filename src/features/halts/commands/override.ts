import { taskAndStatement } from "../../../commands/arguments/take-task.js";
import { defineCommand } from "../../../commands/define-command.js";
import { accept } from "../../../domain/refusal.js";
import { decideTask, type TaskDecision } from "./task-decision.js";

const usage = "/factory override [task] <rationale>";

export const override = defineCommand<TaskDecision>({
  verb: "override",
  usage,
  where: "halted task",
  reach: "comment",
  summary: "Go on although something stands against it.",
  effect:
    "After a failed debate the task goes on at ship without further debate; packages that wait for your word are taken up. The gates still apply, and your rationale is kept.",
  example:
    "/factory override The objection is about a case that cannot occur: the caller has already checked the length.",
  parse: ({ text }) => {
    const given = taskAndStatement(text, { usage, noun: "a rationale" });
    if (!given.ok) return given;
    const { task_id, statement: rationale } = given.value;
    return accept({ task_id, resolution: { action: "APPROVE_OVERRIDE", rationale } });
  },
  run: decideTask,
});

import type { Intent } from "../../domain/factory/intent.js";
import { limitReached } from "../../domain/work/spending-check.js";
import type { TaskWork } from "../../domain/work/task-work.js";
import type { Situation } from "../situation.js";
import { tasksInWork } from "../work/work-situation.js";
import { limitsOf } from "./notice-checkpoint.js";

/** A task that has used up its own limit halts before its next question is put (DESIGN, security rule 6). */
export function noticeSpending(situation: Situation): Intent[] {
  const { state, config, now } = situation;
  return tasksInWork(situation).flatMap(({ taskId, work }): Intent[] => {
    if (work.halting !== null || !isAsking(work)) return [];
    const limits = { budgets: config.budgets, project: limitsOf(situation) };
    const reached = limitReached(state.spent, { task: taskId, estimate_usd: null }, limits);
    if (reached?.of !== "task") return [];
    return [{ kind: "work-moved", at: now, task_id: taskId, move: { kind: "work-failed", cause: reached.cause } }];
  });
}

function isAsking({ stage, modules }: TaskWork): boolean {
  return (
    stage.stage === "planning" || (stage.stage === "building" && modules.some(({ step }) => step.step === "asking"))
  );
}

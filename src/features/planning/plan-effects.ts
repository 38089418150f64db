import type { Effect } from "../../engine/effects/effect.js";
import type { Situation } from "../../engine/situation.js";
import { tasksInWork, type WorkSituation } from "../modules/work-situation.js";
import { compareRank } from "../tasks/board/task-order.js";

/** What is asked about a task's plan. */
export type PlanActivity = "plan" | "review-plan";

/** The question for a task's plan, or about it. */
export function planEffects(situation: Situation, inWork: WorkSituation): Effect[] {
  const { work, taskId: task } = inWork;
  const { stage } = work;
  if (stage.stage !== "planning" && stage.stage !== "reviewing-plan") return [];
  if (stage.stage === "planning" && isPlannedLater(situation, inWork)) return [];
  const { question, attempt } = stage;
  const activity: PlanActivity = stage.stage === "planning" ? "plan" : "review-plan";
  return [
    { kind: "ask-role", key: `${task}:${question}`, task, module: null, activity, question, attempt, from: "head" },
  ];
}

/**
 * Tasks in progress are planned one after the other, in their fixed order. The numbers of modules, and what a plan can
 * reuse of the one before, must not depend on which answer comes first.
 */
function isPlannedLater(situation: Situation, { taskId, task }: WorkSituation): boolean {
  return tasksInWork(situation).some(
    (other) =>
      other.taskId !== taskId &&
      other.work.plan === null &&
      other.work.halting === null &&
      compareRank(other.task, task) < 0,
  );
}

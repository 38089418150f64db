import type { Effect } from "../../engine/effects/effect.js";
import type { Situation } from "../../engine/situation.js";
import { tasksInWork, type WorkSituation } from "../modules/work-situation.js";
import { compareRank } from "../tasks/board/task-order.js";

/** The question for a task's plan. */
export function planEffects(situation: Situation, inWork: WorkSituation): Effect[] {
  const { work, taskId } = inWork;
  if (work.stage.stage !== "planning" || isPlannedLater(situation, inWork)) return [];
  const { question, attempt } = work.stage;
  const key = `${taskId}:${question}`;
  return [{ kind: "ask-role", key, task: taskId, module: null, activity: "plan", question, attempt, from: "head" }];
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

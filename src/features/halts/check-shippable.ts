import type { ModuleRef, TaskId } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { Situation } from "../../engine/situation.js";
import { spendingLimitReached } from "../budget/detect-spending.js";
import type { TaskWork } from "../modules/task-work.js";
import { TASK_LIMITS } from "./escalation/causes/call-causes.js";

/** The modules that a role is asked about as soon as the work continues. */
export function askedNext(work: TaskWork | undefined): ModuleRef[] {
  if (work?.stage.stage !== "building") return [];
  return work.modules.filter(({ step }) => step.step === "asking").map(({ module_ref }) => module_ref);
}

/** An override asks no role, unless a module is not ready to ship. */
export function checkShippable(situation: Situation, task: TaskId, asked: readonly ModuleRef[]): Outcome<null> {
  const limit = asked.length === 0 ? undefined : spendingLimitReached(situation, task);
  if (limit === undefined) return accept(null);
  const names = asked.join(", ");
  return refuse(
    "nothing-to-ship",
    `${names} cannot ship before a role was asked about it once more, and ${task} has used up its limit, so it would halt again at once. Raise \`${TASK_LIMITS[limit.unit]}\` in \`.factory/config.yml\` on the default branch and say this again, or split or abandon the task.`,
    { task_id: task, names, limit: limit.limit },
  );
}

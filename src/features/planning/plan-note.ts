import type { Deficiency } from "../../domain/deficiency.js";
import { planPath } from "../../domain/gates/state-paths.js";
import type { TaskId } from "../../domain/ids.js";
import type { PlanLock } from "../../domain/plan/lock.js";
import { fitParts } from "../../render/fit.js";
import { warningsPart } from "./locked-plan.js";

/** One note per plan. */
export function planNoteKey({ micro_plan_id }: Pick<PlanLock, "micro_plan_id">): string {
  return `plan-warnings:${micro_plan_id}`;
}

/**
 * The note in the task's pull request when its plan is locked with warnings: the warnings, and what can be done about
 * them.
 */
export function planNote({
  taskId,
  plan,
  modules,
  warnings,
}: {
  readonly taskId: TaskId;
  readonly plan: PlanLock;
  readonly modules: readonly { readonly module_ref: string }[];
  readonly warnings: readonly Deficiency[];
}): string {
  const listed = modules.map(({ module_ref }) => module_ref).join(", ");
  const head = [
    `**The plan is locked, with ${warnings.length === 1 ? "a warning" : "warnings"}.** The work goes on with it; you need do nothing.`,
    "",
    `${plan.micro_plan_id} (\`${planPath(taskId)}\` on the state branch) plans ${listed}.`,
  ].join("\n");
  return fitParts(head, warningsPart(warnings));
}

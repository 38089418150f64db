import { planPath } from "../../domain/gates/state-paths.js";
import type { FactoryState } from "../../engine/factory-state.js";

/** Whose files a remark is about is in the plan; it matters where one waits, or may come before approved work ships. */
export function remarkPaths({ remarks, work, project }: FactoryState): string[] {
  return Object.entries(work).flatMap(([task, { plan, modules }]) => {
    if (project?.tasks[task]?.status !== "IN_PROGRESS" || plan === null) return [];
    const waits = remarks.some(({ task_id }) => task_id === task);
    return waits || modules.some(({ step }) => step.step === "approved") ? [planPath(task)] : [];
  });
}

/** Whether a pull request of ours is open on which people may write, or an answer in a thread may not stand yet. */
export function hasReviewers({ product, project, inbox }: FactoryState): boolean {
  if (inbox.pending.some(({ thread }) => thread !== undefined)) return true;
  if (project === null) return product?.phase === "awaiting-approval";
  return Object.values(project.tasks).some(({ status }) => status === "IN_PROGRESS" || status === "HALTED");
}

import type { Sha, TaskId } from "../../domain/ids.js";
import type { BaselineState } from "../../domain/validation/baseline-state.js";
import type { ProjectState } from "../tasks/board/project-state.js";

/** One task's merge, as far as it is known. */
export type TaskMerge = { readonly task: TaskId; readonly sha: Sha | null };

/** The possible causes of a late regression: the tasks merged after the last good full run, oldest first. */
export function mergesSince({ tasks }: ProjectState, lastGood: Sha | null): TaskMerge[] {
  const shipped = Object.entries(tasks)
    .filter(([, { status }]) => status === "SHIPPED")
    .sort(([, a], [, b]) => (a.shipped_at ?? "").localeCompare(b.shipped_at ?? ""));
  const since = shipped.slice(shipped.findIndex(([, { merge_sha }]) => merge_sha === lastGood) + 1);
  return since.map(([task, { merge_sha }]) => ({ task, sha: merge_sha }));
}

/** The last commit with a good full run; null if only the baseline is known, or the last run was bad. */
export function lastGoodRun(baseline: BaselineState | null): Sha | null {
  const known = baseline?.phase === "taken" ? baseline.full_run : null;
  return known?.passed === true ? known.sha : null;
}

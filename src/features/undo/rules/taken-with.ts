import type { ModuleRef, TaskId } from "../../../domain/ids.js";
import type { CodeIndexEntry } from "../../../domain/index-entries/code-index-entry.js";
import { consumersOf } from "../../../domain/index-entries/consumers.js";
import type { ProjectState, TaskState } from "../../tasks/board/project-state.js";

/** A shipped task: its merge, and its modules, including those that it reused. */
export type ShippedTask = TaskState & {
  readonly task_id: TaskId;
  readonly merge_sha: string;
  readonly built: readonly ModuleRef[];
};

/** The tasks that have shipped; `builtBy` are the modules that each built itself. */
export function shippedTasks(
  tasks: ProjectState["tasks"],
  builtBy: (task: TaskId) => readonly ModuleRef[] | undefined,
): ShippedTask[] {
  return Object.entries(tasks).flatMap(([task_id, state]): ShippedTask[] => {
    if (state.status !== "SHIPPED" || state.merge_sha === null) return [];
    return [{ ...state, task_id, merge_sha: state.merge_sha, built: builtBy(task_id) ?? state.module_refs }];
  });
}

/**
 * The shipped tasks whose merges must be reverted together with this one, newest first: its dependants, and those that
 * reuse its modules or built on them, transitively. Reverting it alone would leave code that calls what is gone.
 */
export function takenWith(
  shipped: readonly ShippedTask[],
  task: TaskId,
  index: readonly CodeIndexEntry[],
): ShippedTask[] {
  const taken = new Set<TaskId>([task]);
  for (let before = 0; before !== taken.size; ) {
    before = taken.size;
    const gone = shipped.filter(({ task_id }) => taken.has(task_id)).flatMap(({ built }) => built);
    const touched = new Set([...gone, ...gone.flatMap((ref) => consumersOf(index, ref))]);
    for (const { task_id, depends_on, module_refs } of shipped) {
      if (depends_on.some((id) => taken.has(id)) || module_refs.some((ref) => touched.has(ref))) taken.add(task_id);
    }
  }
  return shipped.filter(({ task_id }) => taken.has(task_id)).sort(newestFirst);
}

/** At the same instant, the task that was declared later was merged later. */
function newestFirst(a: ShippedTask, b: ShippedTask): number {
  return (b.shipped_at ?? "").localeCompare(a.shipped_at ?? "") || b.declaration_order - a.declaration_order;
}

import { type PriorTask, priorTasks } from "../domain/enforcement/prior-tasks.js";
import { parseModuleRef } from "../domain/ids.js";
import { isVersionOf, type TaskReading } from "./read-task.js";

/** The last tasks that shipped, with the files their modules own: sealed ones are counted, not named. */
export function priorTasksOf({ state, seals }: TaskReading): PriorTask[] {
  const sealed = new Set(seals.flatMap(({ files }) => files.map(({ path }) => path)));
  const shipped = Object.entries(state.project?.tasks ?? {}).flatMap(([taskId, task]) => {
    if (task.status !== "SHIPPED" || task.shipped_at === null) return [];
    const changedFiles = task.module_refs.flatMap((ref) =>
      seals
        .filter(({ module_ref }) => isVersionOf(module_ref, parseModuleRef(ref).moduleId))
        .flatMap(({ files }) => files.map(({ path }) => path)),
    );
    return [{ taskId, title: task.task, shippedAt: task.shipped_at, mergeSha: task.merge_sha, changedFiles }];
  });
  return priorTasks(shipped, (path) => sealed.has(path));
}

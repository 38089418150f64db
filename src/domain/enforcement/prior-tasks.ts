import type { Instant, ModuleRef, Sha, TaskId } from "../ids.js";

import type { LineChanges } from "./line-changes.js";

/** A task that shipped before the present one. */
export type ShippedTask = {
  readonly taskId: TaskId;
  readonly title: string;
  readonly shippedAt: Instant;
  readonly mergeSha: Sha | null;
  readonly changedFiles: readonly string[];
  readonly modules: readonly PriorModule[];
  /** Absent where an older version shipped it. */
  readonly lines?: LineChanges;
};

/** A module that the task shipped: where it is and what it offers is no secret. */
export type PriorModule = { readonly ref: ModuleRef; readonly entry: string; readonly exports: readonly string[] };

/**
 * What a role is shown of it (requirements.md#prior-tasks, decisions.md#what-is-known-of-dependencies): names, never
 * the content of a sealed file, never a diff.
 */
export type PriorTask = {
  readonly task_id: TaskId;
  readonly title: string;
  readonly commit_sha: Sha | null;
  readonly changed_files: readonly string[];
  /** Files that no role may read. */
  readonly sealed_files: readonly string[];
  readonly modules: readonly PriorModule[];
  readonly lines?: LineChanges;
};

const LAST = 5;

/** The last five tasks that shipped, oldest first, so that the list reads as a history. */
export function lastToShip<T extends Pick<ShippedTask, "taskId" | "shippedAt">>(shipped: readonly T[]): T[] {
  return shipped
    .toSorted((a, b) => Date.parse(a.shippedAt) - Date.parse(b.shippedAt) || (a.taskId < b.taskId ? -1 : 1))
    .slice(-LAST);
}

export function priorTasks(shipped: readonly ShippedTask[], isSealed: (path: string) => boolean): PriorTask[] {
  return lastToShip(shipped).map(({ taskId, title, mergeSha, changedFiles, modules, lines }) => {
    return {
      task_id: taskId,
      title,
      commit_sha: mergeSha,
      changed_files: changedFiles.filter((path) => !isSealed(path)),
      sealed_files: changedFiles.filter(isSealed),
      modules,
      ...(lines === undefined ? {} : { lines }),
    };
  });
}

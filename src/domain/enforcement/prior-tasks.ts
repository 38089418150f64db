import type { Instant, Sha, TaskId } from "../ids.js";

/** A task that shipped before the present one. */
export type ShippedTask = {
  readonly taskId: TaskId;
  readonly title: string;
  readonly shippedAt: Instant;
  readonly mergeSha: Sha | null;
  readonly changedFiles: readonly string[];
};

/**
 * What a role is shown of it (requirements.md#prior-tasks, decisions.md#what-is-known-of-dependencies): never a sealed
 * file, never a diff.
 */
export type PriorTask = {
  readonly task_id: TaskId;
  readonly title: string;
  readonly commit_sha: Sha | null;
  readonly changed_files: readonly string[];
  /** The number of sealed files, which are not named. */
  readonly sealed_files: number;
};

const LAST = 5;

/** The last five tasks that shipped, oldest first, so that the list reads as a history. */
export function lastToShip<T extends Pick<ShippedTask, "taskId" | "shippedAt">>(shipped: readonly T[]): T[] {
  return shipped
    .toSorted((a, b) => Date.parse(a.shippedAt) - Date.parse(b.shippedAt) || (a.taskId < b.taskId ? -1 : 1))
    .slice(-LAST);
}

export function priorTasks(shipped: readonly ShippedTask[], isSealed: (path: string) => boolean): PriorTask[] {
  return lastToShip(shipped).map(({ taskId, title, mergeSha, changedFiles }) => {
    const visible = changedFiles.filter((path) => !isSealed(path));
    return {
      task_id: taskId,
      title,
      commit_sha: mergeSha,
      changed_files: visible,
      sealed_files: changedFiles.length - visible.length,
    };
  });
}

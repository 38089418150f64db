import { TaskId } from "../../../domain/ids.js";

export const MAX_TASK_ID_LENGTH = 128;
export const MAX_TASKS_PER_STORY = 999;

/** `T-{pillar}-{epic}-{story}-{seq}`: the canonical form (requirements.md#task-ids). `taskIdProblems` checks it. */
export function formatTaskId(slugs: StorySlugs, sequence: number): string {
  return taskIdInScope(taskScope(slugs), sequence);
}

type StorySlugs = readonly [string, string, string];

export function taskScope([pillar, epic, story]: StorySlugs): string {
  return `T-${pillar}-${epic}-${story}`;
}

/** The highest number of each story that earlier products have used. */
export type UsedNumbers = Readonly<Record<string, number>>;

/** The same with the numbers of these tasks. */
export function useNumbers(used: UsedNumbers, taskIds: readonly string[]): Record<string, number> {
  const numbers = { ...used };
  for (const id of taskIds) {
    const task = splitTaskId(id);
    if (task !== undefined) numbers[task.scope] = Math.max(numbers[task.scope] ?? 0, task.sequence);
  }
  return numbers;
}

/** A task id from its story's part and a number. */
export function taskIdInScope(scope: string, sequence: number): string {
  return `${scope}-${String(sequence).padStart(3, "0")}`;
}

/** The inverse of `taskIdInScope`; undefined when the text is no task id. */
export function splitTaskId(taskId: string): { scope: string; sequence: number } | undefined {
  if (!TaskId.safeParse(taskId).success) return undefined;
  return { scope: taskId.slice(0, -4), sequence: Number(taskId.slice(-3)) };
}

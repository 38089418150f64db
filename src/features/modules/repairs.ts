import { WritingActivity } from "./module-work.js";
import type { TaskWork } from "./task-work.js";

/**
 * How often something was written again: every revision, and every attempt at contract, tests or code after the first.
 */
export function repairsIn({ asked }: Pick<TaskWork, "asked">): number {
  return Object.entries(asked).reduce((sum, [key, times]) => {
    const activity = WritingActivity.safeParse(key.slice(key.lastIndexOf("/") + 1));
    if (!activity.success) return sum;
    const isRepair = activity.data === "revise" || activity.data === "amend";
    return sum + (isRepair ? times : times - 1);
  }, 0);
}

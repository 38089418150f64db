import { WritingMove } from "./module-work.js";
import type { TaskWork } from "./task-work.js";

/**
 * How often something was written again: every revision, and every attempt at contract, tests or code after the first.
 */
export function repairsIn({ asked }: Pick<TaskWork, "asked">): number {
  return Object.entries(asked).reduce((sum, [key, times]) => {
    const move = WritingMove.safeParse(key.slice(key.lastIndexOf("/") + 1));
    if (!move.success) return sum;
    const isRepair = move.data === "revise" || move.data === "amend";
    return sum + (isRepair ? times : times - 1);
  }, 0);
}

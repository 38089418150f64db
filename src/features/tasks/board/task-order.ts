import type { TaskState } from "./project-state.js";

/** The fields that determine the order. */
export type TaskRank = Pick<TaskState, "priority" | "declaration_order">;

/** People's order first, then the spec's (decisions.md#the-order-of-tasks). Total: declaration orders are unique. */
export function compareRank(a: TaskRank, b: TaskRank): number {
  return a.priority - b.priority || a.declaration_order - b.declaration_order;
}

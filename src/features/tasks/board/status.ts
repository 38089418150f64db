import type { TaskStatus } from "./project-state.js";

/** What a task means to those that depend on it: done, still to come, or in the way until a person decides. */
export type Status = "satisfied" | "open" | "obstructed";

/**
 * HALTED and ABANDONED obstruct, and so does everything unshipped behind them, work in progress included. A SHIPPED
 * task is satisfied whatever lies behind it: it is done, so nothing it once depended on can hold anybody up.
 */
export function statusOf(status: TaskStatus, behindObstruction: boolean): Status {
  if (status === "SHIPPED") return "satisfied";
  if (status === "HALTED" || status === "ABANDONED" || behindObstruction) return "obstructed";
  return "open";
}

/**
 * The invariant: a waiting task is BLOCKED exactly when some transitive dependency is HALTED or ABANDONED
 * (decisions.md#blocked-is-derived). A rule that looks at direct HALTED dependencies only would free tasks behind another halt.
 */
export function waitingStatus(status: TaskStatus, behindObstruction: boolean): TaskStatus {
  if (status !== "PENDING" && status !== "BLOCKED") return status;
  return behindObstruction ? "BLOCKED" : "PENDING";
}

import type { TaskStatus } from "./project-state.js";

/** What a task means to its dependants: done, still to come, or obstructed until a person decides. */
export type Status = "satisfied" | "open" | "obstructed";

/**
 * HALTED and ABANDONED obstruct, and so does everything unshipped that depends on them, including work in progress. A
 * SHIPPED task is satisfied, whatever it depends on.
 */
export function statusOf(status: TaskStatus, behindObstruction: boolean): Status {
  if (status === "SHIPPED") return "satisfied";
  if (status === "HALTED" || status === "ABANDONED" || behindObstruction) return "obstructed";
  return "open";
}

/**
 * The invariant: a waiting task is BLOCKED exactly if a transitive dependency is HALTED or ABANDONED
 * (decisions.md#blocked-is-derived). A rule for direct HALTED dependencies only would free tasks behind another halt.
 */
export function waitingStatus(status: TaskStatus, behindObstruction: boolean): TaskStatus {
  if (status !== "PENDING" && status !== "BLOCKED") return status;
  return behindObstruction ? "BLOCKED" : "PENDING";
}

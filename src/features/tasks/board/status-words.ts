import type { TaskStatus } from "./project-state.js";

/** A task's status in an answer to a person, after the task's name. */
export const STATUS_WORDS: Readonly<Record<TaskStatus, string>> = {
  PENDING: "has not started",
  BLOCKED: "is blocked by others",
  IN_PROGRESS: "is in work",
  HALTED: "waits for a decision",
  SHIPPED: "has shipped",
  ABANDONED: "was abandoned",
};

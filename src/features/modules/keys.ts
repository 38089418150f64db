import { sha256 } from "../../domain/hash.js";
import type { Sha, TaskId } from "../../domain/ids.js";

/** The key of a task's first commit, which is its task file. */
export function taskKey(task: TaskId): string {
  return `task-${task}`;
}

/** The key of the commit for a question's answer. */
export function workKey(task: TaskId, question: number): string {
  return `work-${task}-${question}`;
}

/** The key of the commit that restores a branch to the start of its first attempt. */
export function restoreKey(task: TaskId, attempt: number): string {
  return `restore-${task}-${attempt}`;
}

/**
 * Ids that are the same on every replica, and unpredictable before the state commit that they follow from. The core has
 * no randomness.
 */
export function derivedHex(stateHead: Sha, ...what: readonly (string | number)[]): string {
  return sha256([stateHead, ...what].join("/"));
}

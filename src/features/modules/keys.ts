import { sha256 } from "../../domain/hash.js";
import type { Sha, TaskId } from "../../domain/ids.js";

/** What a task's first commit carries, which is its task file. */
export function taskKey(task: TaskId): string {
  return `task-${task}`;
}

/** What the commit made of a question's answer carries. */
export function workKey(task: TaskId, question: number): string {
  return `work-${task}-${question}`;
}

/** What the commit carries that puts a branch back to where its first attempt started. */
export function restoreKey(task: TaskId, attempt: number): string {
  return `restore-${task}-${attempt}`;
}

/**
 * Ids that every replica would choose alike, and nobody before the state commit they follow from. The core has no
 * randomness of its own.
 */
export function derivedHex(stateHead: Sha, ...what: readonly (string | number)[]): string {
  return sha256([stateHead, ...what].join("/"));
}

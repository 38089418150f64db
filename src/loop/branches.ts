import type { TaskId } from "../domain/ids.js";

/** The loop's branches. Everything it writes is under one prefix, and the prefix is configurable. */
export function setupBranch(prefix: string): string {
  return `${prefix}/setup`;
}

export function specBranch(prefix: string): string {
  return `${prefix}/spec`;
}

export function stateBranch(prefix: string): string {
  return `${prefix}/state`;
}

export function taskBranch(prefix: string, task: TaskId): string {
  return `${prefix}/${task}`;
}

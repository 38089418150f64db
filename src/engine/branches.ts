import type { ReleaseId } from "../domain/artifacts/artifact-id.js";
import { sha256 } from "../domain/hash.js";
import type { Instant, ModuleRef, TaskId } from "../domain/ids.js";

/** The loop's branches. Everything it writes is under one prefix, and the prefix is configurable. */
export function setupBranch(prefix: string): string {
  return `${prefix}/setup`;
}

/** One for each version of the workflow: a branch of an earlier upgrade would conflict with its own squashed merge. */
export function upgradeBranch(prefix: string, workflow: string): string {
  return `${prefix}/upgrade-${sha256(workflow).slice(0, 8)}`;
}

/** One for each request: the branch of an earlier one would conflict with its own squashed merge. */
export function specBranch(prefix: string, issue: number): string {
  return `${prefix}/spec-${issue}`;
}

/** One for each attempt at a release. */
export function releaseBranch(prefix: string, release: ReleaseId): string {
  return `${prefix}/release-${release}`;
}

export function deprecationBranch(prefix: string, module: ModuleRef): string {
  return `${prefix}/deprecate-${module.replace("@", "-")}`;
}

/** One for each time a task was taken back after it had shipped: its merged branch would conflict with its own merge. */
export function taskBranch(prefix: string, task: TaskId, { reopened = 0 }: Reopened = {}): string {
  return `${prefix}/${task}${reopened === 0 ? "" : `-again-${reopened}`}`;
}

type Reopened = { readonly reopened?: number | undefined };

/** One for each order: another one reverts on another commit. */
export function undoBranch(
  prefix: string,
  { task_id, at }: { readonly task_id: TaskId; readonly at: Instant },
): string {
  return `${prefix}/undo-${task_id}-${sha256(at).slice(0, 8)}`;
}

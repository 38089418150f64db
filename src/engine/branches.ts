import type { ReleaseId } from "../domain/artifacts/artifact-id.js";
import { sha256 } from "../domain/hash.js";
import type { Instant, ModuleRef, TaskId } from "../domain/ids.js";

/** The branches that the App writes. All of them have one configurable prefix. */
export function setupBranch(prefix: string): string {
  return `${prefix}/setup`;
}

/**
 * Each version of the workflow has its own branch. The branch of an earlier upgrade would conflict with its own
 * squashed merge.
 */
export function upgradeBranch(prefix: string, workflow: string): string {
  return `${prefix}/upgrade-${sha256(workflow).slice(0, 8)}`;
}

/** Each request has its own branch. The branch of an earlier request would conflict with its own squashed merge. */
export function specBranch(prefix: string, issue: number): string {
  return `${prefix}/spec-${issue}`;
}

/** Each attempt at a release has its own branch. */
export function releaseBranch(prefix: string, release: ReleaseId): string {
  return `${prefix}/release-${release}`;
}

export function deprecationBranch(prefix: string, module: ModuleRef): string {
  return `${prefix}/deprecate-${module.replace("@", "-")}`;
}

/** A shipped task that was undone gets a new branch. Its merged branch would conflict with its own merge. */
export function taskBranch(prefix: string, task: TaskId, { reopened = 0 }: Reopened = {}): string {
  return `${prefix}/${task}${reopened === 0 ? "" : `-again-${reopened}`}`;
}

type Reopened = { readonly reopened?: number | undefined };

/** Each order to undo has its own branch, because it reverts on another commit. */
export function undoBranch(
  prefix: string,
  { task_id, at }: { readonly task_id: TaskId; readonly at: Instant },
): string {
  return `${prefix}/undo-${task_id}-${sha256(at).slice(0, 8)}`;
}

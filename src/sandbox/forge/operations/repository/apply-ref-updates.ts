/** The only way to move a branch or tag, for REST, GraphQL, a merge or `git push`. */
import type { Acting } from "../../context.js";
import { type RefUpdate, ZERO_SHA } from "../../git/git-repository.js";
import { isAncestor } from "../../git/history.js";
import { conflict, forbidden, type GitHubError, notAccessible, unprocessable } from "../../http/errors.js";
import type { Hub } from "../../hub.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { branchOf, branchRef, isValidRef } from "../../ref-names.js";
import { resolveCommit } from "../../resolve.js";
import { changedWorkflow, foreignWorkflow, mayChangeWorkflows, workflowRefusal } from "../actions/workflow-files.js";
import { announceRefs } from "../announce/announce-refs.js";
import { unmetChecks } from "../checks/check-results.js";
import { branchRules } from "./branch-rules.js";

export type RequestedUpdate = RefUpdate & {
  readonly force?: boolean;
  /** A merge has met the branch's requirements already. A direct push must not bypass them. */
  readonly byMerge?: boolean;
};

export type RefRefusal = {
  readonly reason: "invalid" | "protected" | "non-fast-forward" | "workflow" | "foreign-workflow";
  readonly message: string;
};

/** Moves all refs or none, then announces them. The caller holds the repository's lock. */
export async function applyRefUpdates(
  hub: Hub,
  acting: Acting,
  repository: RepositoryRecord,
  updates: readonly RequestedUpdate[],
): Promise<void> {
  for (const update of updates) {
    const refusal = await refuseUpdate(hub, acting, repository, update);
    if (refusal !== undefined) throw refusalError(refusal);
  }
  if (!(await hub.git(repository).updateRefs(updates))) throw conflict("Reference cannot be updated: it has moved");
  await announceRefs(hub, acting, repository, updates);
}

export async function refuseUpdate(
  hub: Hub,
  acting: Acting,
  repository: RepositoryRecord,
  update: RequestedUpdate,
): Promise<RefRefusal | undefined> {
  if (!isValidRef(update.ref)) return { reason: "invalid", message: `${update.ref} is not a valid ref name.` };
  const fastForward = await isFastForward(hub, repository, update);
  const branch = branchOf(update.ref);
  if (branch !== undefined) {
    const refused = refuseByRules(hub, acting, { repository, branch, update, fastForward });
    if (refused !== undefined) return { reason: "protected", message: refused };
  }
  if (!fastForward && update.force !== true)
    return { reason: "non-fast-forward", message: "Update is not a fast forward" };
  if (update.after === ZERO_SHA) return undefined;
  const refused = await broughtWorkflow(hub, acting, repository, update);
  // Asked last: the permission counts as needed by a move that brings a workflow, and by no other.
  return refused === undefined || mayChangeWorkflows(hub, acting.caller) ? undefined : refused;
}

/**
 * How a move is refused that brings a workflow. A person is held to what is pushed, an App also to what a new ref names.
 */
async function broughtWorkflow(
  hub: Hub,
  { caller }: Acting,
  repository: RepositoryRecord,
  update: RequestedUpdate,
): Promise<RefRefusal | undefined> {
  const git = hub.git(repository);
  const path = branchOf(update.ref) === undefined ? undefined : await changedWorkflow(git, caller, update);
  if (path !== undefined) return { reason: "workflow", message: workflowRefusal(caller, path) };
  if (update.before !== ZERO_SHA || (caller.kind !== "installation" && caller.kind !== "job")) return undefined;
  const named = await resolveCommit(git, update.after, repository.defaultBranch);
  const current = git.refs.get(branchRef(repository.defaultBranch));
  const foreign = named === undefined ? undefined : await foreignWorkflow(git, current, named.sha);
  return foreign === undefined ? undefined : { reason: "foreign-workflow", message: workflowRefusal(caller, foreign) };
}

async function isFastForward(
  hub: Hub,
  repository: RepositoryRecord,
  { before, after }: RequestedUpdate,
): Promise<boolean> {
  if (before === ZERO_SHA || after === ZERO_SHA) return true;
  return isAncestor(hub.git(repository), before, after);
}

type RuledUpdate = {
  readonly repository: RepositoryRecord;
  readonly branch: string;
  readonly update: RequestedUpdate;
  readonly fastForward: boolean;
};

function refuseByRules(
  hub: Hub,
  acting: Acting,
  { repository, branch, update, fastForward }: RuledUpdate,
): string | undefined {
  const rules = branchRules(hub, acting, { repository, branch });
  if (update.after === ZERO_SHA) {
    if (branch === repository.defaultBranch) return "refusing to delete the current branch";
    return rules.forbidsDeletion ? "Cannot delete a protected branch" : undefined;
  }
  if (update.before === ZERO_SHA)
    return rules.forbidsCreation ? "Cannot create this branch: creations are restricted" : undefined;
  if (!fastForward && rules.forbidsForce) return "Cannot force-push to this protected branch";
  if (rules.forbidsUpdate) return "You're not authorized to push to this branch";
  if (update.byMerge === true) return undefined;
  if (rules.pullRequest !== null || rules.mergeQueue) return "Changes must be made through a pull request.";
  const [unmet] = unmetChecks(repository, update.after, rules.checks);
  return unmet === undefined ? undefined : `Required status check "${unmet.context}" is expected.`;
}

function refusalError({ reason, message }: RefRefusal): GitHubError {
  switch (reason) {
    case "workflow":
      return forbidden(message);
    case "foreign-workflow":
      return notAccessible();
    case "protected":
      return unprocessable(`Protected branch update failed: ${message}`);
    case "invalid":
    case "non-fast-forward":
      return unprocessable(message);
    default:
      return reason satisfies never;
  }
}

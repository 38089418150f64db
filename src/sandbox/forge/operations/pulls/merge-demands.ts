/** What a branch requires before a pull request may be merged into it. */
import type { Acting } from "../../context.js";
import { isAncestor } from "../../git/history.js";
import type { Hub } from "../../hub.js";
import { roleOf } from "../../lookup.js";
import { roleAtLeast } from "../../records/account.js";
import type { PullRecord, ReviewRecord } from "../../records/pull.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { unmetChecks } from "../checks/check-results.js";
import { branchRules } from "../repository/branch-rules.js";

/** The first unmet requirement, in GitHub's words; undefined when the merge is allowed. */
export function refuseMerge(
  hub: Hub,
  acting: Acting,
  { repository, pull }: { readonly repository: RepositoryRecord; readonly pull: PullRecord },
): string | undefined {
  const rules = branchRules(hub, acting, { repository, branch: pull.base.ref });
  if (rules.mergeQueue) return "Changes must be made through the merge queue";
  return unmetDemand(hub, acting, { repository, pull });
}

/** The same check for a merge through the queue. */
export function unmetDemand(
  hub: Hub,
  acting: Acting,
  { repository, pull }: { readonly repository: RepositoryRecord; readonly pull: PullRecord },
): string | undefined {
  const rules = branchRules(hub, acting, { repository, branch: pull.base.ref });
  if (rules.forbidsUpdate) return "You're not authorized to push to this branch.";
  const [unmet] = unmetChecks(repository, pull.head.sha, rules.checks);
  if (unmet !== undefined) return `Required status check "${unmet.context}" is expected.`;
  if (rules.pullRequest === null) return undefined;
  const { approvals, resolveThreads } = rules.pullRequest;
  const verdicts = latestVerdicts(hub, repository, pull);
  if (verdicts.some(({ state }) => state === "CHANGES_REQUESTED")) return "Changes have been requested.";
  if (verdicts.filter(({ state }) => state === "APPROVED").length < approvals) {
    return `At least ${approvals} approving review${approvals === 1 ? " is" : "s are"} required by reviewers with write access.`;
  }
  if (resolveThreads && hasOpenThread(repository, pull)) return "All comments must be resolved.";
  return undefined;
}

/** Strict checks require that the head contains the base. Returns whether it does not. */
export async function isBehind(
  hub: Hub,
  acting: Acting,
  {
    repository,
    pull,
    base,
  }: { readonly repository: RepositoryRecord; readonly pull: PullRecord; readonly base: string },
): Promise<boolean> {
  const rules = branchRules(hub, acting, { repository, branch: pull.base.ref });
  if (!rules.strictChecks || rules.checks.length === 0) return false;
  return !(await isAncestor(hub.git(repository), base, pull.head.sha));
}

/** The result of the required reviews; null when none are required. */
export function reviewDecision(
  hub: Hub,
  acting: Acting,
  { repository, pull }: { readonly repository: RepositoryRecord; readonly pull: PullRecord },
): "APPROVED" | "CHANGES_REQUESTED" | "REVIEW_REQUIRED" | null {
  const { pullRequest } = branchRules(hub, acting, { repository, branch: pull.base.ref });
  const verdicts = latestVerdicts(hub, repository, pull);
  if (verdicts.some(({ state }) => state === "CHANGES_REQUESTED")) return "CHANGES_REQUESTED";
  const approvals = verdicts.filter(({ state }) => state === "APPROVED").length;
  if (pullRequest === null || pullRequest.approvals === 0) return approvals > 0 ? "APPROVED" : null;
  return approvals < pullRequest.approvals ? "REVIEW_REQUIRED" : "APPROVED";
}

/** The last approval or request for changes of each person with write access. */
function latestVerdicts(hub: Hub, repository: RepositoryRecord, pull: PullRecord): ReviewRecord[] {
  const latest = new Map<number, ReviewRecord>();
  for (const id of pull.reviewIds) {
    const review = repository.reviews.get(id);
    if (review === undefined || !["APPROVED", "CHANGES_REQUESTED", "DISMISSED"].includes(review.state)) continue;
    if (roleAtLeast(roleOf(hub.state, repository, review.userId), "write")) latest.set(review.userId, review);
  }
  return [...latest.values()];
}

function hasOpenThread(repository: RepositoryRecord, pull: PullRecord): boolean {
  return pull.reviewCommentIds.some((id) => {
    const comment = repository.reviewComments.get(id);
    return comment !== undefined && comment.inReplyToId === null && comment.resolvedById === null;
  });
}

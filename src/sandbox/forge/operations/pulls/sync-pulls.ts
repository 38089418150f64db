/** Updates the pull requests of a moved branch: new commits, closed, or merged. */
import type { Acting } from "../../context.js";
import { type RefUpdate, ZERO_SHA } from "../../git/git-repository.js";
import { commitsBetween } from "../../git/history.js";
import { mustGit } from "../../git/run-git.js";
import type { Hub } from "../../hub.js";
import { theIssue } from "../../lookup.js";
import type { PullRecord } from "../../records/pull.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { branchRef, pullHeadRef } from "../../ref-names.js";
import { announcePull } from "../announce/announce-pull.js";
import { dismissesStaleReviews } from "../repository/branch-rules.js";
import { leaveQueue } from "./leave-queue.js";
import { pullCommits } from "./pull-facts.js";
import { indexCommits, openPullsFrom, openPullsInto, unindexPull } from "./pull-index.js";
import { dismissApprovals } from "./submit-review.js";

type UpdatedBranch = { readonly repository: RepositoryRecord; readonly branch: string; readonly update: RefUpdate };

export async function syncPulls(hub: Hub, acting: Acting, moved: UpdatedBranch): Promise<void> {
  await syncBases(hub, acting, moved);
  await syncHeads(hub, acting, moved.repository, moved);
  const parent = hub.state.repositories.get(moved.repository.forkOfId ?? 0);
  // Locks are taken from fork to parent only, never in the other order.
  if (parent !== undefined) await hub.exclusive(parent, () => syncHeads(hub, acting, parent, moved));
}

/** Pull requests from the moved branch. They belong to the repository itself and, for a fork, to its parent. */
async function syncHeads(hub: Hub, acting: Acting, repository: RepositoryRecord, moved: UpdatedBranch): Promise<void> {
  for (const pull of openPullsFrom(repository, moved.repository.id, moved.branch)) {
    if (moved.update.after === ZERO_SHA) await closePull(hub, acting, { repository, pull });
    else await setHead(hub, acting, { repository, pull, moved });
  }
}

type UpdatedPull = { readonly repository: RepositoryRecord; readonly pull: PullRecord; readonly moved: UpdatedBranch };

async function setHead(hub: Hub, acting: Acting, { repository, pull, moved }: UpdatedPull): Promise<void> {
  const { before, after } = moved.update;
  const git = hub.git(repository);
  // The queue has tested another head than the current one.
  await leaveQueue(hub, acting, { repository, pull, reason: "MANUAL" });
  if (moved.repository.id !== repository.id)
    await fetchFromFork(hub, { from: moved.repository, to: repository, sha: after });
  await git.updateRefs([{ ref: pullHeadRef(pull.number), before: pull.head.sha, after }]);
  pull.head.sha = after;
  pull.heads?.push({ id: hub.nextId(), sha: after });
  pull.base.sha = git.refs.get(branchRef(pull.base.ref)) ?? pull.base.sha;
  indexCommits(repository, pull, await pullCommits(git, pull));
  theIssue(repository, pull.number).updatedAt = hub.now();
  await announcePull(hub, acting, { repository, pull, action: "synchronize", extra: { before, after } });
  if (dismissesStaleReviews(repository, pull.base.ref)) await dismissApprovals(hub, acting, { repository, pull });
}

export async function fetchFromFork(
  hub: Hub,
  { from, to, sha }: { readonly from: RepositoryRecord; readonly to: RepositoryRecord; readonly sha: string },
): Promise<void> {
  const args = ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", hub.git(from).directory, sha];
  await mustGit(hub.git(to).directory, args);
}

/** A base that now contains the head has merged the pull request. A deleted base closes it. */
async function syncBases(hub: Hub, acting: Acting, { repository, branch, update }: UpdatedBranch): Promise<void> {
  const waiting = openPullsInto(repository, branch);
  if (waiting.length === 0 || update.before === ZERO_SHA) return;
  if (update.after === ZERO_SHA) {
    for (const pull of waiting) await closePull(hub, acting, { repository, pull });
    return;
  }
  const arrived = new Set(await commitsBetween(hub.git(repository), update.before, update.after));
  for (const pull of waiting.filter(({ head }) => arrived.has(head.sha))) {
    pull.mergedAt = hub.now();
    pull.mergedById = acting.user.id;
    pull.mergeCommitSha = update.after;
    indexCommits(repository, pull, [update.after]);
    await closePull(hub, acting, { repository, pull });
  }
}

/** Closes a pull request. A merge is recorded before this. */
export async function closePull(
  hub: Hub,
  acting: Acting,
  { repository, pull }: { readonly repository: RepositoryRecord; readonly pull: PullRecord },
): Promise<void> {
  const issue = theIssue(repository, pull.number);
  if (pull.mergedAt === null) await leaveQueue(hub, acting, { repository, pull, reason: "MANUAL" });
  issue.state = "closed";
  issue.closedAt = hub.now();
  issue.closedById = acting.user.id;
  issue.updatedAt = issue.closedAt;
  repository.openIssueCount -= 1;
  unindexPull(repository, pull);
  await announcePull(hub, acting, { repository, pull, action: "closed" });
}

/**
 * A merge queue tests each pull request on its own branch, on top of the ones before it. When the required checks
 * succeed there, exactly that commit becomes the merge.
 */
import { type Acting, actingAs, MERGE_QUEUE_BOT } from "../../context.js";
import { ZERO_SHA } from "../../git/git-repository.js";
import type { Hub } from "../../hub.js";
import { findAccount, theIssue } from "../../lookup.js";
import type { MergeGroup, PullRecord, QueueEntry } from "../../records/pull.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { branchRef } from "../../ref-names.js";
import { announceGroup, announceQueued } from "../announce/announce-merge-queue.js";
import { checkResults, unmetChecks } from "../checks/check-results.js";
import { branchRules } from "../repository/branch-rules.js";
import { closeGroup, leaveQueue, updateGroupRef } from "./leave-queue.js";
import { unmetDemand } from "./merge-demands.js";
import { finishMerge, makeMerge } from "./merge-pull.js";
import { tryMerge } from "./pull-facts.js";

type In = { readonly repository: RepositoryRecord; readonly pull: PullRecord };
type Queued = PullRecord & { queued: QueueEntry };

/** The queue of a branch, in order. */
export function entriesOf(repository: RepositoryRecord, branch: string): Queued[] {
  const queued = [...repository.pulls.values()].filter(
    (pull): pull is Queued => pull.queued != null && pull.base.ref === branch,
  );
  return queued.toSorted((one, other) => one.queued.id - other.queued.id);
}

/** Adds a pull request to the queue, or returns why it cannot. */
export async function enqueuePull(
  hub: Hub,
  acting: Acting,
  { repository, pull, expectedHead }: In & { readonly expectedHead: string | null },
): Promise<QueueEntry | string> {
  const branch = pull.base.ref;
  if (theIssue(repository, pull.number).state === "closed") return "Pull request is closed";
  if (!branchRules(hub, acting, { repository, branch }).mergeQueue) return "Merge queue is not enabled on this branch";
  if (pull.draft) return "Pull request is in draft state";
  if (pull.queued != null) return "Pull request is already in the merge queue";
  if (expectedHead !== null && expectedHead !== pull.head.sha) return "Head branch was modified. Review and try again.";
  const unmet = unmetDemand(hub, acting, { repository, pull });
  if (unmet !== undefined) return unmet;
  const git = hub.git(repository);
  const before = entriesOf(repository, branch).at(-1)?.queued.group.headSha ?? git.refs.get(branchRef(branch));
  if (before === undefined || !(await tryMerge(git, before, pull.head.sha)).ok) return "Pull request is not mergeable";
  const id = hub.nextId();
  const group = await openGroup(hub, asQueue(hub, acting.responded), { repository, pull, baseSha: before });
  pull.queued = { id, enqueuedById: acting.user.id, enqueuedAt: hub.now(), group };
  await announceQueued(hub, acting, { repository, pull, action: "enqueued" });
  return pull.queued;
}

/** Merges or removes the first of the queue, then the next, as far as the checks allow. */
export async function advanceQueue(
  hub: Hub,
  repository: RepositoryRecord,
  { branch, responded }: { readonly branch: string; readonly responded: Promise<void> },
): Promise<void> {
  const acting = asQueue(hub, responded);
  for (;;) {
    await rebuild(hub, acting, { repository, branch });
    const [first] = entriesOf(repository, branch);
    if (first === undefined) return;
    const { group } = first.queued;
    const { checks } = branchRules(hub, acting, { repository, branch });
    const unmet = unmetChecks(repository, group.headSha, checks);
    if (unmet.length === 0) {
      await finishMerge(hub, acting, { repository, pull: first, before: group.baseSha, after: group.headSha });
      await leaveQueue(hub, acting, { repository, pull: first, reason: "MERGE" });
      continue;
    }
    const failed = new Set(
      checkResults(repository, group.headSha).flatMap(({ context, state }) => (state === "failure" ? [context] : [])),
    );
    if (!unmet.some(({ context }) => failed.has(context))) return;
    await leaveQueue(hub, acting, { repository, pull: first, reason: "CI_FAILURE" });
  }
}

/** Continues the queue when checks of one of its commits arrive. */
export async function checksArrived(
  hub: Hub,
  acting: Acting,
  { repository, sha }: { readonly repository: RepositoryRecord; readonly sha: string },
): Promise<void> {
  const pull = [...repository.pulls.values()].find(({ queued }) => queued?.group.headSha === sha);
  if (pull !== undefined) await advanceQueue(hub, repository, { branch: pull.base.ref, responded: acting.responded });
}

/** Tests each pull request on top of the previous one again when its base or head has changed. */
async function rebuild(
  hub: Hub,
  acting: Acting,
  { repository, branch }: { readonly repository: RepositoryRecord; readonly branch: string },
): Promise<void> {
  const git = hub.git(repository);
  let tip = git.refs.get(branchRef(branch)) ?? ZERO_SHA;
  for (const pull of entriesOf(repository, branch)) {
    const { queued } = pull;
    if (queued.group.baseSha !== tip) {
      if (!(await tryMerge(git, tip, pull.head.sha)).ok) {
        await leaveQueue(hub, acting, { repository, pull, reason: "MERGE_CONFLICT" });
        continue;
      }
      await closeGroup(hub, acting, { repository, group: queued.group, why: "invalidated" });
      pull.queued = { ...queued, group: await openGroup(hub, acting, { repository, pull, baseSha: tip }) };
    }
    tip = pull.queued.group.headSha;
  }
}

async function openGroup(
  hub: Hub,
  acting: Acting,
  { repository, pull, baseSha }: In & { readonly baseSha: string },
): Promise<MergeGroup> {
  const git = hub.git(repository);
  const method = branchRules(hub, acting, { repository, branch: pull.base.ref }).queueMethod ?? "merge";
  const issue = theIssue(repository, pull.number);
  const headSha = await makeMerge(hub, acting, { repository, pull, method, git, base: baseSha, issue });
  const ref = branchRef(`gh-readonly-queue/${pull.base.ref}/pr-${pull.number}-${baseSha}`);
  await updateGroupRef(hub, acting, { repository, update: { ref, before: ZERO_SHA, after: headSha } });
  const group = { ref, headSha, baseSha };
  await announceGroup(hub, acting, { repository, group, base: pull.base.ref, action: "checks_requested" });
  return group;
}

/** GitHub's own bot, which may bypass the rules of the base. */
function asQueue(hub: Hub, responded: Promise<void>): Acting {
  const user = findAccount(hub.state, MERGE_QUEUE_BOT);
  if (user === undefined) throw new Error(`${MERGE_QUEUE_BOT} is missing`);
  return actingAs({ kind: "user", user, scopes: ["repo", "workflow"] }, responded);
}

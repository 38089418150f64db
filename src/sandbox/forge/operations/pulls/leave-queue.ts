import type { Acting } from "../../context.js";
import { type RefUpdate, ZERO_SHA } from "../../git/git-repository.js";
import type { Hub } from "../../hub.js";
import type { MergeGroup, PullRecord, RemovalReason } from "../../records/pull.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { branchOf, branchRef } from "../../ref-names.js";
import { announceGroup, announceQueued } from "../announce/announce-merge-queue.js";
import { announceRef } from "../announce/announce-ref.js";

type In = { readonly repository: RepositoryRecord; readonly pull: PullRecord };

/** Removes a pull request from the queue. A merge is recorded separately. */
export async function leaveQueue(
  hub: Hub,
  acting: Acting,
  { repository, pull, reason }: In & { readonly reason: RemovalReason },
): Promise<void> {
  const { queued } = pull;
  if (queued == null) return;
  pull.queued = null;
  if (reason !== "MERGE") {
    const removal = { id: hub.nextId(), at: hub.now(), actorId: acting.user.id, reason, headSha: pull.head.sha };
    pull.removals?.push(removal);
  }
  await closeGroup(hub, acting, { repository, group: queued.group, why: reason === "MERGE" ? "merged" : "dequeued" });
  await announceQueued(hub, acting, { repository, pull, action: "dequeued", reason });
}

type Closed = {
  readonly repository: RepositoryRecord;
  readonly group: MergeGroup;
  readonly why: "merged" | "invalidated" | "dequeued";
};

/** The test branch of the queue was deleted. */
export async function closeGroup(hub: Hub, acting: Acting, { repository, group, why }: Closed): Promise<void> {
  const base = group.ref.slice(branchRef("gh-readonly-queue/").length, group.ref.lastIndexOf("/"));
  await announceGroup(hub, acting, { repository, group, base, action: "destroyed", reason: why });
  await updateGroupRef(hub, acting, { repository, update: { ref: group.ref, before: group.headSha, after: ZERO_SHA } });
}

/** Moves the queue's own branches. No rule of the repository applies to them. */
export async function updateGroupRef(
  hub: Hub,
  acting: Acting,
  { repository, update }: { readonly repository: RepositoryRecord; readonly update: RefUpdate },
): Promise<void> {
  if (!(await hub.git(repository).updateRefs([update]))) throw new Error(`${update.ref} has moved`);
  if (update.after === ZERO_SHA) repository.refs.delete(update.ref);
  else repository.refs.set(update.ref, update.after);
  await announceRef(hub, acting, { repository, update, name: branchOf(update.ref) ?? update.ref, isBranch: true });
}

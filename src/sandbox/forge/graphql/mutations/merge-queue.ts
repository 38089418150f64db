/** Adds a pull request to the merge queue of its base, or removes it. */
import type { DequeuePullRequestInput, EnqueuePullRequestInput } from "@octokit/graphql-schema";
import { leaveQueue } from "../../operations/pulls/leave-queue.js";
import { advanceQueue, enqueuePull } from "../../operations/pulls/merge-queue.js";
import type { Asking } from "../asking.js";
import { changeRepository } from "../change-repository.js";
import { placeById } from "../find-place.js";
import { GraphqlRefusal, notANode } from "../graphql-refusal.js";
import { queueEntryNode } from "../nodes/queue-entry-node.js";

const WRITE = { permissions: ["contents:write", "pull_requests:write"], role: "write" } as const;

export async function enqueuePullRequest(
  asking: Asking,
  { pullRequestId, expectedHeadOid }: EnqueuePullRequestInput,
): Promise<object> {
  const { place, pull } = pullById(asking, pullRequestId);
  const { hub, repository } = place;
  return changeRepository(place, WRITE, async (acting) => {
    const entry = await enqueuePull(hub, acting, { repository, pull, expectedHead: expectedHeadOid ?? null });
    if (typeof entry === "string") throw new GraphqlRefusal("UNPROCESSABLE", entry);
    const mergeQueueEntry = queueEntryNode(place, pull, entry);
    await advanceQueue(hub, repository, { branch: pull.base.ref, responded: acting.responded });
    return { mergeQueueEntry };
  });
}

export async function dequeuePullRequest(asking: Asking, { id }: DequeuePullRequestInput): Promise<object> {
  const { place, pull } = pullById(asking, id);
  const { hub, repository } = place;
  return changeRepository(place, WRITE, async (acting) => {
    const { queued } = pull;
    if (queued == null) throw new GraphqlRefusal("UNPROCESSABLE", "Pull request is not in the merge queue");
    const mergeQueueEntry = queueEntryNode(place, pull, queued);
    await leaveQueue(hub, acting, { repository, pull, reason: "MANUAL" });
    await advanceQueue(hub, repository, { branch: pull.base.ref, responded: acting.responded });
    return { mergeQueueEntry };
  });
}

function pullById(asking: Asking, id: string) {
  const { place, parsed } = placeById(asking, id);
  const pull = parsed.type === "PullRequest" ? place.repository.pulls.get(Number(parsed.ids[1])) : undefined;
  if (pull === undefined) throw notANode(id);
  return { place, pull };
}

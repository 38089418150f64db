import type { MergeQueueEntry } from "@octokit/graphql-schema";
import { nodeId } from "../../node-id.js";
import { entriesOf } from "../../operations/pulls/merge-queue.js";
import type { PullRecord, QueueEntry } from "../../records/pull.js";
import type { Place } from "../asking.js";
import type { FieldsOf } from "../resolve-field.js";
import { actorById } from "./actor-node.js";
import { commitBySha } from "./commit-node.js";
import { pullNode } from "./pull-node.js";

/** A pull request's place in the queue of its base. */
export function queueEntryNode(place: Place, pull: PullRecord, entry: QueueEntry) {
  const { hub, repository } = place;
  return {
    __typename: "MergeQueueEntry",
    id: nodeId("MergeQueueEntry", repository.id, entry.id),
    enqueuer: () => actorById(hub, entry.enqueuedById),
    headCommit: () => commitBySha(place, entry.group.headSha),
    solo: false,
    position: () => entriesOf(repository, pull.base.ref).findIndex(({ number }) => number === pull.number) + 1,
    pullRequest: () => pullNode(place, pull),
    state: "AWAITING_CHECKS",
  } satisfies FieldsOf<MergeQueueEntry> & { __typename: string };
}

import type { Acting } from "../../context.js";
import type { Hub } from "../../hub.js";
import type { MergeGroup, PullRecord, RemovalReason } from "../../records/pull.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { branchRef } from "../../ref-names.js";
import { simpleCommit } from "../../resources/simple-commit.js";
import { publish } from "../../webhooks/events.js";
import { announcePull } from "./announce-pull.js";

type GroupNews = {
  readonly repository: RepositoryRecord;
  readonly group: MergeGroup;
  readonly base: string;
} & (
  | { readonly action: "checks_requested" }
  | { readonly action: "destroyed"; readonly reason: "merged" | "invalidated" | "dequeued" }
);

/** A `merge_group` event. */
export async function announceGroup(hub: Hub, acting: Acting, news: GroupNews): Promise<void> {
  const { repository, group, base, action } = news;
  await publish(hub, acting, {
    name: "merge_group",
    action,
    repository,
    payload: async () => ({
      merge_group: {
        head_sha: group.headSha,
        head_ref: group.ref,
        base_sha: group.baseSha,
        base_ref: branchRef(base),
        head_commit: await simpleCommit(hub, repository, group.headSha),
      },
      ...(news.action === "destroyed" ? { reason: news.reason } : {}),
    }),
  });
}

type QueueNews = {
  readonly repository: RepositoryRecord;
  readonly pull: PullRecord;
} & ({ readonly action: "enqueued" } | { readonly action: "dequeued"; readonly reason: RemovalReason });

/** `pull_request.enqueued` and `pull_request.dequeued`. */
export async function announceQueued(hub: Hub, acting: Acting, news: QueueNews): Promise<void> {
  const { repository, pull, action } = news;
  const extra = news.action === "dequeued" ? { reason: news.reason } : {};
  await announcePull(hub, acting, { repository, pull, action, extra });
}

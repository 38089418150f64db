import type { Acting } from "../../context.js";
import type { Hub } from "../../hub.js";
import type { PullRecord } from "../../records/pull.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { fullPull } from "../../resources/pull.js";
import { publish } from "../../webhooks/events.js";
import { pullFacts } from "../pulls/pull-facts.js";

export type PullEvent = {
  readonly repository: RepositoryRecord;
  readonly pull: PullRecord;
  readonly action: string;
  /** The fields of this action: the label, the changes, `before` and `after`. */
  readonly extra?: object;
};

/** A `pull_request` event. */
export async function announcePull(hub: Hub, acting: Acting, event: PullEvent): Promise<void> {
  const { repository, pull, action, extra = {} } = event;
  await publish(hub, acting, {
    name: "pull_request",
    action,
    repository,
    payload: async () => ({
      number: pull.number,
      pull_request: await pullPayload(hub, acting, { repository, pull }),
      ...extra,
    }),
  });
}

export async function pullPayload(
  hub: Hub,
  acting: Acting,
  at: { readonly repository: RepositoryRecord; readonly pull: PullRecord },
) {
  return fullPull(hub, at.repository, { pull: at.pull, facts: await pullFacts(hub, acting, at) });
}

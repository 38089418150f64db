/** `timelineItems`: the forge records labels, renames, and the last closing. Other kinds are refused as unsupported. */
import type {
  ClosedEvent,
  IssueTimelineItemsArgs,
  LabeledEvent,
  RemovedFromMergeQueueEvent,
  RenamedTitleEvent,
} from "@octokit/graphql-schema";
import { nodeId } from "../../node-id.js";
import type { IssueRecord, RenameRecord } from "../../records/issue.js";
import type { LabelEventRecord } from "../../records/label-event.js";
import type { QueueRemoval } from "../../records/pull.js";
import type { Place } from "../asking.js";
import { connection, type Paged } from "../connection.js";
import { GraphqlRefusal } from "../graphql-refusal.js";
import type { FieldsOf } from "../resolve-field.js";
import { actorById } from "./actor-node.js";
import { commitBySha } from "./commit-node.js";
import { labelNode } from "./label-node.js";

const KEPT: ReadonlyMap<string, LabelEventRecord["action"]> = new Map([
  ["LABELED_EVENT", "labeled"],
  ["UNLABELED_EVENT", "unlabeled"],
]);

export type TimelineArgs = Pick<IssueTimelineItemsArgs, "first" | "last" | "after" | "before" | "since" | "skip"> & {
  readonly itemTypes?: readonly string[] | null;
};

export function timelineItems(place: Place, issue: IssueRecord, { args, info }: Paged<TimelineArgs>) {
  const [only, ...others] = args.itemTypes ?? [];
  if (only === "CLOSED_EVENT" && others.length === 0) return closings(place, issue, { args, info });
  if (only === "RENAMED_TITLE_EVENT" && others.length === 0) return renames(place, issue, { args, info });
  if (only === "REMOVED_FROM_MERGE_QUEUE_EVENT" && others.length === 0) return removals(place, issue, { args, info });
  const requested = (args.itemTypes ?? ["every kind"]).map((type) => {
    const action = KEPT.get(type);
    if (action !== undefined) return action;
    throw new GraphqlRefusal(
      "NO_RESOLVER",
      `The forge keeps no timeline items of ${type}: ask for ${[...KEPT.keys()].join(" or ")}, or for CLOSED_EVENT, RENAMED_TITLE_EVENT or REMOVED_FROM_MERGE_QUEUE_EVENT alone.`,
    );
  });
  const since = args.since == null ? undefined : Date.parse(String(args.since));
  const items = (place.repository.labelEvents.get(issue.number) ?? []).filter(
    ({ action, createdAt }) => requested.includes(action) && (since === undefined || Date.parse(createdAt) >= since),
  );
  return connection(
    { args, info },
    { items: items.slice(args.skip ?? 0), key: ({ id }) => id, show: (event) => labelEventNode(place, event) },
  );
}

/** Only the closing that still holds. Earlier ones are not recorded. */
function closings(place: Place, issue: IssueRecord, { args, info }: Paged<TimelineArgs>) {
  const { closedAt, closedById } = issue;
  const since = args.since == null ? undefined : Date.parse(String(args.since));
  const isShown = closedAt !== null && (since === undefined || Date.parse(closedAt) >= since);
  const items = isShown ? [closedAt].slice(args.skip ?? 0) : [];
  const show = (createdAt: string) =>
    ({
      __typename: "ClosedEvent",
      id: nodeId("ClosedEvent", place.repository.id, issue.number),
      createdAt,
      actor: () => (closedById === null ? null : actorById(place.hub, closedById)),
    }) satisfies FieldsOf<ClosedEvent> & { __typename: string };
  return connection({ args, info }, { items, key: (at) => at, show });
}

function renames(place: Place, issue: IssueRecord, { args, info }: Paged<TimelineArgs>) {
  const since = args.since == null ? undefined : Date.parse(String(args.since));
  const items = (issue.renames ?? []).filter(({ createdAt }) => since === undefined || Date.parse(createdAt) >= since);
  const show = ({ id, actorId, createdAt, from, to }: RenameRecord) =>
    ({
      __typename: "RenamedTitleEvent",
      id: nodeId("RenamedTitleEvent", place.repository.id, id),
      actor: () => actorById(place.hub, actorId),
      createdAt,
      previousTitle: from,
      currentTitle: to,
    }) satisfies FieldsOf<RenamedTitleEvent> & { __typename: string };
  return connection({ args, info }, { items: items.slice(args.skip ?? 0), key: ({ id }) => id, show });
}

/** Every removal from a merge queue without a merge. */
function removals(place: Place, { number }: IssueRecord, { args, info }: Paged<TimelineArgs>) {
  const { hub, repository } = place;
  const since = args.since == null ? undefined : Date.parse(String(args.since));
  const items = (repository.pulls.get(number)?.removals ?? []).filter(
    ({ at }) => since === undefined || Date.parse(at) >= since,
  );
  const show = ({ id, at, actorId, reason, headSha }: QueueRemoval) =>
    ({
      __typename: "RemovedFromMergeQueueEvent",
      id: nodeId("RemovedFromMergeQueueEvent", repository.id, id),
      createdAt: at,
      actor: () => actorById(hub, actorId),
      beforeCommit: () => commitBySha(place, headSha),
      reason,
    }) satisfies FieldsOf<RemovedFromMergeQueueEvent> & { __typename: string };
  return connection({ args, info }, { items: items.slice(args.skip ?? 0), key: ({ id }) => id, show });
}

function labelEventNode(place: Place, event: LabelEventRecord) {
  const { hub, repository } = place;
  const label = repository.labels.get(event.labelId);
  return {
    __typename: event.action === "labeled" ? "LabeledEvent" : "UnlabeledEvent",
    id: nodeId("LabeledEvent", repository.id, event.id),
    actor: () => actorById(hub, event.actorId),
    createdAt: event.createdAt,
    ...(label === undefined ? {} : { label: labelNode(place, label) }),
  } satisfies FieldsOf<LabeledEvent> & { __typename: string };
}

/** `timelineItems`: the forge keeps who labelled what and who closed it last; the other kinds are not kept, and say so. */
import type { ClosedEvent, IssueTimelineItemsArgs, LabeledEvent } from "@octokit/graphql-schema";
import { nodeId } from "../../node-id.js";
import type { IssueRecord } from "../../records/issue.js";
import type { LabelEventRecord } from "../../records/label-event.js";
import type { Place } from "../asking.js";
import { connection, type Paged } from "../connection.js";
import { GraphqlRefusal } from "../graphql-refusal.js";
import type { FieldsOf } from "../resolve-field.js";
import { actorById } from "./actor-node.js";
import { labelNode } from "./label-node.js";

const KEPT: ReadonlyMap<string, LabelEventRecord["action"]> = new Map([
  ["LABELED_EVENT", "labeled"],
  ["UNLABELED_EVENT", "unlabeled"],
]);

export type TimelineArgs = Pick<IssueTimelineItemsArgs, "first" | "last" | "after" | "before" | "since" | "skip"> & {
  readonly itemTypes?: readonly string[] | null;
};

export function timelineItems(place: Place, issue: IssueRecord, { args, info }: Paged<TimelineArgs>) {
  if (args.itemTypes?.length === 1 && args.itemTypes[0] === "CLOSED_EVENT")
    return closings(place, issue, { args, info });
  const wanted = (args.itemTypes ?? ["every kind"]).map((type) => {
    const action = KEPT.get(type);
    if (action !== undefined) return action;
    throw new GraphqlRefusal(
      "NO_RESOLVER",
      `The forge keeps no timeline items of ${type}: ask for ${[...KEPT.keys()].join(" or ")}, or for CLOSED_EVENT alone.`,
    );
  });
  const since = args.since == null ? undefined : Date.parse(String(args.since));
  const items = (place.repository.labelEvents.get(issue.number) ?? []).filter(
    ({ action, createdAt }) => wanted.includes(action) && (since === undefined || Date.parse(createdAt) >= since),
  );
  return connection(
    { args, info },
    { items: items.slice(args.skip ?? 0), key: ({ id }) => id, show: (event) => labelEventNode(place, event) },
  );
}

/** Only the closing that still holds: one that was taken back is not kept. */
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

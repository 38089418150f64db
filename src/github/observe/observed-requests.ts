import type { Instant } from "../../domain/ids.js";
import type { Actor, ObservedRequest } from "../../engine/observation.js";
import type { ObservationQuery } from "../../engine/ports.js";
import { actorOf } from "./author.js";
import type { ObserveAnswer } from "./observe-query.js";
import type { RoleOf } from "./roles-of.js";

const NO_ROLE: RoleOf = async () => null;

/** Open issues with one of the labels, and who set the newest one. */
export async function observedRequests(
  { issues }: ObserveAnswer["repository"],
  { startLabel, quickLabel, requestInWork }: Pick<ObservationQuery, "startLabel" | "quickLabel" | "requestInWork">,
  roleOf: RoleOf,
): Promise<ObservedRequest[]> {
  const requests: ObservedRequest[] = [];
  for (const { number, title, body, timelineItems, ...edited } of issues.nodes) {
    const event = timelineItems.nodes.findLast(({ label }) => [startLabel, quickLabel].includes(label.name));
    if (event === undefined) continue; // labelled when it was opened and not listed: the next sweep has the event
    const asked = number === requestInWork ? NO_ROLE : roleOf;
    requests.push({
      issue: number,
      title,
      body,
      labelledBy: await actorOf(event.actor, asked),
      labelledAt: event.createdAt,
      changedSince: await changedSince(event.createdAt, edited, asked),
      quick: event.label.name === quickLabel,
    });
  }
  return requests;
}

type Edited = Pick<ObserveAnswer["repository"]["issues"]["nodes"][number], "lastEditedAt" | "editor" | "renames">;

/**
 * Who last changed text or title, if that was after the label. GitHub's instants are whole seconds: a change in the
 * second of the label counts as after it, because the person who set the label may not have seen it.
 */
async function changedSince(labelledAt: Instant, { lastEditedAt, editor, renames }: Edited, roleOf: RoleOf) {
  const renamed = renames.nodes.at(-1);
  const changes = [
    ...(lastEditedAt === null ? [] : [{ at: lastEditedAt, by: editor }]),
    ...(renamed === undefined ? [] : [{ at: renamed.createdAt, by: renamed.actor }]),
  ].filter(({ at }) => at >= labelledAt);
  const actors: Actor[] = [];
  for (const { by } of changes) actors.push(await actorOf(by, roleOf));
  return actors;
}

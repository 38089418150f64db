import type { ObservedRequest } from "../../domain/factory/observed.js";
import type { Wanted } from "../../ports.js";
import { actorOf } from "./author.js";
import type { ObserveAnswer } from "./observe-query.js";
import type { RoleOf } from "./roles-of.js";

const NO_ROLE: RoleOf = async () => null;

/** Open issues that carry one of the labels, and who put the newest one there. */
export async function observedRequests(
  { issues }: ObserveAnswer["repository"],
  { startLabel, quickLabel, requestInWork }: Pick<Wanted, "startLabel" | "quickLabel" | "requestInWork">,
  roleOf: RoleOf,
): Promise<ObservedRequest[]> {
  const requests: ObservedRequest[] = [];
  for (const { number, title, body, timelineItems } of issues.nodes) {
    const event = timelineItems.nodes.findLast(({ label }) => [startLabel, quickLabel].includes(label.name));
    if (event === undefined) continue; // labelled when it was opened and not listed: the next sweep sees the event
    requests.push({
      issue: number,
      title,
      body,
      labelledBy: await actorOf(event.actor, number === requestInWork ? NO_ROLE : roleOf),
      labelledAt: event.createdAt,
      quick: event.label.name === quickLabel,
    });
  }
  return requests;
}

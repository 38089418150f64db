import type { Effect } from "../../engine/effects/effect.js";
import type { Observed } from "../../engine/observation.js";

type Sticky = Observed["stickies"][number];

/**
 * Removes a comment that was posted twice, because the response was lost and GitHub lagged, or because two replicas did
 * not see each other's. The one with the lowest id stays (decisions.md#effects-are-keyed).
 */
export function removeDuplicates({ stickies }: Pick<Observed, "stickies">): Effect[] {
  return stickies
    .filter((sticky) => firstOf(stickies, sticky)?.id !== sticky.id)
    .map(({ id }) => ({ kind: "remove-comment", key: `twin-${id}`, comment: id }));
}

/** The one that stays. */
export function firstOf(stickies: readonly Sticky[], { key, issue }: Pick<Sticky, "key" | "issue">) {
  return stickies
    .filter((sticky) => sticky.key === key && sticky.issue === issue)
    .reduce<Sticky | undefined>((one, other) => (one === undefined || other.id < one.id ? other : one), undefined);
}

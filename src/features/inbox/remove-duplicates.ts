import type { Effect } from "../../engine/effect.js";
import type { Observed } from "../../engine/observation.js";

type Sticky = Observed["stickies"][number];

/**
 * A comment that was posted twice, because its answer was lost and GitHub did not show it yet, or two replicas did not see
 * each other's: the first one stays, as whoever looks for it takes the lowest id (decisions.md#effects-are-keyed).
 */
export function removeDuplicates({ stickies }: Pick<Observed, "stickies">): Effect[] {
  return stickies
    .filter((sticky) => firstOf(stickies, sticky)?.id !== sticky.id)
    .map(({ id }) => ({ kind: "remove-comment", key: `twin-${id}`, comment: id }));
}

/** The one of these that stays. */
export function firstOf(stickies: readonly Sticky[], { key, issue }: Pick<Sticky, "key" | "issue">) {
  return stickies
    .filter((sticky) => sticky.key === key && sticky.issue === issue)
    .reduce<Sticky | undefined>((one, other) => (one === undefined || other.id < one.id ? other : one), undefined);
}

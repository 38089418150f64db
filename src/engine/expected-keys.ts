import { deriveEffects } from "./derive-effects.js";
import type { Situation } from "./situation.js";

/**
 * The keys of all that a state wants to stand, whether it stands or not. What a later state wants beyond it cannot have
 * been done by anybody before that state was committed.
 */
export function expectedKeys(situation: Situation): ReadonlySet<string> {
  const { observed } = situation;
  const bare = {
    ...observed,
    pulls: observed.pulls.map((pull) => ({ ...pull, reviews: [], checks: [] })),
    comments: observed.comments.filter(({ own }) => !own),
    stickies: [],
    replies: [],
    gateRuns: [],
  };
  return new Set(deriveEffects({ ...situation, observed: bare }).map(({ key }) => key));
}

import type { Situation } from "../situation.js";
import { deriveEffects } from "./derive-effects.js";

/**
 * The keys of all effects that a state calls for, performed or not. An effect that only a later state calls for cannot
 * have been performed before that state was committed.
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

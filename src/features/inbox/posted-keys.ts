import type { FactoryEvent } from "../../engine/event.js";
import type { Observed } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { markerIn } from "../../render/marker.js";
import { lastWordsIn } from "./last-word.js";

/** Keys of the comments that we have posted, in conversations and in review threads. */
export function postedKeys({ comments, replies }: Pick<Observed, "comments" | "replies">): ReadonlySet<string | null> {
  const own = comments.filter(({ own }) => own).map(({ body }) => body);
  return new Set([...own.flatMap((body) => [markerIn(body), ...lastWordsIn(body)]), ...replies]);
}

/** Comments that wait to be posted, and are observed on GitHub. */
export function haveBeenSaid({ state, observed, now: at }: Situation): FactoryEvent[] {
  const posted = postedKeys(observed);
  return state.inbox.pending.filter(({ key }) => posted.has(key)).map(({ key }) => ({ kind: "said", at, key }));
}

import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { releaseRefusal } from "./release-refusal.js";
import type { ReleaseOrder } from "./rules/release-state.js";

/** Refuses the release and answers the person who ordered it. */
export function refusedRelease({ state, now: at }: Situation, order: ReleaseOrder, why: string): FactoryEvent {
  const { release_id } = order;
  const note = {
    key: `release-refused:${release_id}`,
    issue: state.request.issue,
    body: releaseRefusal({ order, why, offences: [] }),
    answers: null,
  };
  return { kind: "release-refused", at, release_id, why, note };
}

import type { Intent } from "../../domain/factory/intent.js";
import type { ReleaseOrder } from "../../domain/release/release-state.js";
import { releaseRefusal } from "../../render/release-refusal.js";
import type { Situation } from "../situation.js";

/** Nothing is released, and whoever asked is told why. */
export function refusedRelease({ state, now: at }: Situation, order: ReleaseOrder, why: string): Intent {
  const { release_id } = order;
  const note = {
    key: `release-refused:${release_id}`,
    issue: state.request.issue,
    body: releaseRefusal({ order, why, offences: [] }),
    answers: null,
  };
  return { kind: "release-refused", at, release_id, why, note };
}

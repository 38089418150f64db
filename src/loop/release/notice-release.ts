import type { Intent } from "../../domain/factory/intent.js";
import { isFullRelease, type ReleaseState } from "../../domain/release/release-state.js";
import { selectForDispatch } from "../../domain/state/dispatch.js";
import type { Situation } from "../situation.js";
import { noticeValidation } from "./notice-validation.js";
import { newReleaseOrder } from "./release-order.js";
import { releaseKey, releasePull } from "./release-proposal.js";

/** What came about in the release, and that one is due (seed 002, 15.4). */
export function noticeRelease(situation: Situation): Intent[] {
  const { project, release } = situation.state;
  if (project?.status !== "ACTIVE") return [];
  switch (release?.phase) {
    case undefined:
    case "published":
      return noticeEnd(situation);
    case "refused":
      // Asking for everything again is a person's to do: nothing has changed that would make it go better.
      return isFullRelease(release.order) ? [] : noticeEnd(situation);
    case "validating":
      return noticeValidation(situation, release);
    case "preparing":
      return noticeOvertaken(situation, release);
    case "proposing":
      return noticeMerged(situation, release);
    case "publishing":
      return [];
    default:
      return release satisfies never;
  }
}

/** Every task is terminal and at least one shipped: the release of everything is due by itself. */
function noticeEnd(situation: Situation): Intent[] {
  const { state, config, now: at } = situation;
  if (state.project === null) return [];
  if (selectForDispatch(state.project, { concurrency: config.concurrency }).kind !== "all-done") return [];
  const order = newReleaseOrder(situation, { modules: null, by: null });
  return order === null ? [] : [{ kind: "release-due", at, order }];
}

type Proposing = Extract<ReleaseState, { phase: "proposing" }>;

/** Merged by the loop, or by a person: the manifest is on the default branch. */
function noticeMerged(situation: Situation, release: Proposing): Intent[] {
  const pull = releasePull(situation, release.order);
  if (pull?.state === "merged" && pull.key === releaseKey(release)) {
    const { mergeSha: commit } = pull;
    // GitHub says that it is merged before it says as what.
    return commit === null ? [] : [{ kind: "release-merged", at: situation.now, commit }];
  }
  return noticeOvertaken(situation, release);
}

function noticeOvertaken({ observed, now: at }: Situation, { head }: { readonly head: string }): Intent[] {
  const { defaultHead } = observed;
  return defaultHead === null || defaultHead === head ? [] : [{ kind: "release-overtaken", at, head: defaultHead }];
}

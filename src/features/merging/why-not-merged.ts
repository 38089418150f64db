import type { Instant } from "../../domain/ids.js";
import type { ObservedPull } from "../../engine/observation.js";
import { plainLine } from "../../render/plain-text.js";

type Merged = Pick<ObservedPull, "mergeable" | "mergeBlockedBy" | "leftQueue">;

/**
 * Why a pull request is not merged now; null if it can be. After a queue removed it, only a newly judged head is queued
 * again automatically.
 */
export function whyNotMerged(pull: Merged, judgedAt: Instant | null = null): string | null {
  if (pull.mergeBlockedBy !== null) return pull.mergeBlockedBy;
  if (pull.mergeable === "conflicting") return "it conflicts with the base";
  const { leftQueue } = pull;
  if (leftQueue === null || (judgedAt !== null && secondOf(leftQueue.at) < secondOf(judgedAt))) return null;
  const why = leftQueue.reason === null ? "without saying why" : `because of ${plainLine(leftQueue.reason)}`;
  return `the merge queue took it out, ${why}; see to it and put it into the queue again`;
}

/** GitHub's instants are whole seconds. */
function secondOf(at: Instant): number {
  return Math.floor(Date.parse(at) / 1000);
}

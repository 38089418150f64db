import type { Effect } from "./effect.js";
import type { FactoryState } from "./factory-state.js";
import type { ObservedPull } from "./observation.js";

/** What only says something, or starts a run or an update, which GitHub makes later and tells of: right after it, nothing that is decided from is any different. */
const WORDS: readonly Effect["kind"][] = [
  "say",
  "reply",
  "keep-comment",
  "remove-comment",
  "react",
  "post-review",
  "keep-check-run",
  "keep-marks",
  "create-labels",
  "dispatch-gates",
  "update-branch",
  "examine",
];

/**
 * Whether there is something new to see once this was done. A check run is more than words where a merge may wait for it:
 * nobody else tells that it waits no longer. Where GitHub would merge without it, nothing waits.
 */
export function isNews(effect: Effect, state: FactoryState | null, pulls: readonly ObservedPull[]): boolean {
  if (effect.kind !== "keep-check-run") return !WORDS.includes(effect.kind);
  const awaitsMerge = Object.values(state?.work ?? {}).some(({ stage }) => stage.stage === "merging");
  const pull = pulls.find(({ head }) => head === effect.head);
  return awaitsMerge && (pull?.mergeable !== "yes" || pull.mergeBlockedBy !== null);
}

/** What is said about the whole, or about a head, and can wait until a reconcile has got as far as it can. */
export function canWait({ kind }: Effect): boolean {
  return ["keep-check-run", "keep-comment", "post-review", "keep-marks"].includes(kind);
}

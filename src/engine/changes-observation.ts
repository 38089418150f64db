import { type DirectEffect, EFFECTS } from "./effect-table.js";
import type { FactoryState } from "./factory-state.js";
import type { ObservedPull } from "./observation.js";

/**
 * Whether there is something new to see once this was done. A check run is more than words where a merge may wait for it:
 * nobody else tells that it waits no longer. Where GitHub would merge without it, nothing waits.
 */
export function isNews(effect: DirectEffect, state: FactoryState | null, pulls: readonly ObservedPull[]): boolean {
  const { changesObservation } = EFFECTS[effect.kind];
  if (changesObservation !== "where-a-merge-waits") return changesObservation === "yes";
  const awaitsMerge = Object.values(state?.work ?? {}).some(({ stage }) => stage.stage === "merging");
  const pull = pulls.find(({ head }) => "head" in effect && head === effect.head);
  return awaitsMerge && (pull?.mergeable !== "yes" || pull.mergeBlockedBy !== null);
}

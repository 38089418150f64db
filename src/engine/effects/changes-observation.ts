import type { FactoryState } from "../factory-state.js";
import type { ObservedPull } from "../observation.js";
import { type DirectEffect, EFFECTS } from "./effect-table.js";

/**
 * Whether GitHub must be observed again after this effect. A check run counts where a merge may wait for it: no other
 * event says that the merge is free now.
 */
export function isNews(effect: DirectEffect, state: FactoryState | null, pulls: readonly ObservedPull[]): boolean {
  const { changesObservation } = EFFECTS[effect.kind];
  if (changesObservation !== "where-a-merge-waits") return changesObservation === "yes";
  const awaitsMerge = Object.values(state?.work ?? {}).some(({ stage }) => stage.stage === "merging");
  const pull = pulls.find(({ head }) => "head" in effect && head === effect.head);
  return awaitsMerge && (pull?.mergeable !== "yes" || pull.mergeBlockedBy !== null);
}

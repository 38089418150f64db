import { canonicalJson } from "../../domain/hash.js";
import type { Effect } from "../effects/effect.js";

/**
 * What one reconcile has performed, so that it does nothing twice and does not check for effects that cannot exist yet.
 */
export type PendingEffects = {
  /** A state was committed. The state before it called for these effects; null if unknown. */
  committed(expectedBefore: ReadonlySet<string> | null): void;
  /** GitHub is observed again, and the observation replaces what was remembered. */
  observed(): void;
  isPerformed(effect: Effect): boolean;
  /** Only a state that this reconcile committed calls for the effect, so it cannot have been performed before. */
  isNew(effect: Effect): boolean;
  performing(effect: Effect): void;
};

export function openPendingEffects(): PendingEffects {
  const performed = new Set<string>();
  const tried = new Set<string>();
  let before: readonly ReadonlySet<string>[] = [];
  return {
    committed(expectedBefore) {
      before = expectedBefore === null ? [] : [...before, expectedBefore];
    },
    observed: () => performed.clear(),
    isPerformed: (effect) => performed.has(canonicalJson(effect)),
    isNew: ({ key }) => before.some((query) => !query.has(key)) && !tried.has(key),
    performing(effect) {
      tried.add(effect.key);
      performed.add(canonicalJson(effect));
    },
  };
}

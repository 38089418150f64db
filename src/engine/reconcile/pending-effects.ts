import { canonicalJson } from "../../domain/hash.js";
import type { Effect } from "../effect.js";

/** What one reconcile has done, so that it does nothing twice and looks for nothing that cannot be there. */
export type PendingEffects = {
  /** A state was committed; the one before it wanted these, or nobody can tell what it wanted. */
  committed(expectedBefore: ReadonlySet<string> | null): void;
  /** GitHub is looked at again: what it shows is the truth from now on. */
  looked(): void;
  isPaid(effect: Effect): boolean;
  /** Owed by a state that this reconcile committed, and not by the one before that: nobody can have done it. */
  isNew(effect: Effect): boolean;
  paying(effect: Effect): void;
};

export function openPendingEffects(): PendingEffects {
  const paid = new Set<string>();
  const tried = new Set<string>();
  let before: readonly ReadonlySet<string>[] = [];
  return {
    committed(expectedBefore) {
      before = expectedBefore === null ? [] : [...before, expectedBefore];
    },
    looked: () => paid.clear(),
    isPaid: (effect) => paid.has(canonicalJson(effect)),
    isNew: ({ key }) => before.some((query) => !query.has(key)) && !tried.has(key),
    paying(effect) {
      tried.add(effect.key);
      paid.add(canonicalJson(effect));
    },
  };
}

import type { Sha } from "../../../domain/ids.js";

/** One file in the three commits of a revert; null if it does not exist. */
export type ThreeBlobs = {
  /** The present blob, after other reverts. */
  readonly now: Sha | null;
  readonly merged: Sha | null;
  /** The blob before the merge. */
  readonly before: Sha | null;
};

export type PathRevert =
  | { readonly kind: "stays" }
  | { readonly kind: "becomes"; readonly blob: Sha | null }
  /** Changed since: its lines are merged, if possible. */
  | { readonly kind: "merge" }
  /** Changed since it was created, or created again since it was deleted. */
  | { readonly kind: "conflict" };

/** The effect of reverting a merge on one file, as in git: a three-way merge with the merge commit as base. */
export function revertPath({ now, merged, before }: ThreeBlobs): PathRevert {
  if (merged === before || now === before) return { kind: "stays" };
  if (now === merged) return { kind: "becomes", blob: before };
  if (now === null || merged === null || before === null) return { kind: "conflict" };
  return { kind: "merge" };
}

/** The record of what shipped is never reverted; its entries get another status instead. */
export function isReverted(path: string): boolean {
  return !path.startsWith(".factory/");
}

import type { Sha } from "../../../domain/ids.js";

/** One file in the three commits that a revert looks at; null where it is not. */
export type ThreeBlobs = {
  /** As it is now, after whatever else was reverted. */
  readonly now: Sha | null;
  readonly merged: Sha | null;
  /** Before the merge. */
  readonly before: Sha | null;
};

export type PathRevert =
  | { readonly kind: "stays" }
  | { readonly kind: "becomes"; readonly blob: Sha | null }
  /** Changed since: its lines are merged, if they can be. */
  | { readonly kind: "merge" }
  /** Changed since it was made, or made again since it was deleted. */
  | { readonly kind: "conflict" };

/** What reverting a merge does to one file, as git does it: from the merge to now on one side, back to before on the other. */
export function revertPath({ now, merged, before }: ThreeBlobs): PathRevert {
  if (merged === before || now === before) return { kind: "stays" };
  if (now === merged) return { kind: "becomes", blob: before };
  if (now === null || merged === null || before === null) return { kind: "conflict" };
  return { kind: "merge" };
}

/** The record of what shipped is never taken back: entries say instead what became of them. */
export function isReverted(path: string): boolean {
  return !path.startsWith(".factory/");
}

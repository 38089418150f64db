import type { ModuleRef, Sha } from "../../domain/ids.js";
import { type Seal, sealsInForce } from "./seal.js";

/** A sealed file that differs from what shipped; null if it was deleted. */
export type ChangedFile = { readonly path: string; readonly judged: Sha; readonly found: Sha | null };

/**
 * Compares modules that shipped on a task's branch with the branch before the next one ships: what was judged must be
 * what is merged, whatever later commits did (decisions.md#merge-only-what-was-judged).
 */
export function changedSinceShip(
  seals: readonly Seal[],
  modules: readonly ModuleRef[],
  blobs: ReadonlyMap<string, Sha>,
): { readonly module: ModuleRef; readonly files: readonly ChangedFile[] } | undefined {
  for (const { module_ref: module, files } of sealsInForce(seals)) {
    if (!modules.includes(module)) continue;
    const changed = files
      .map(({ path, blob }) => ({ path, judged: blob, found: blobs.get(path) ?? null }))
      .filter(({ judged, found }) => judged !== found);
    if (changed.length > 0) return { module, files: changed };
  }
  return undefined;
}

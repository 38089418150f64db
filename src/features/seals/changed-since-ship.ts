import type { ModuleRef, Sha } from "../../domain/ids.js";
import { type Seal, sealsInForce } from "./seal.js";

/** A sealed file that is not what shipped; null when it is gone. */
export type ChangedFile = { readonly path: string; readonly judged: Sha; readonly found: Sha | null };

/**
 * Modules of a task that shipped on its branch, held against the branch as it is before the next one ships: what was judged
 * must be what is merged, whatever later commits did (decisions.md#merge-only-what-was-judged).
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

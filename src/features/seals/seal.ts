import semver from "semver";
import { z } from "zod";
import { patternMatcher } from "../../domain/config/path-pattern.js";
import type { Contract } from "../../domain/contract/contract.js";
import { pathKey, RepoPath } from "../../domain/contract/repo-path.js";
import { type ModuleId, ModuleRef, moduleRef, parseModuleRef, Sha } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";

/** A file that must not change, with its content when its module shipped. */
export const SealedFile = z.strictObject({ path: RepoPath, blob: Sha });
export type SealedFile = z.infer<typeof SealedFile>;

/** The sealed files of one module version. */
export const Seal = z.strictObject({ module_ref: ModuleRef, files: z.array(SealedFile) });
export type Seal = z.infer<typeof Seal>;

export type SealSource = {
  readonly contract: Contract;
  /** Blob SHAs at the judged head, by path. */
  readonly blobs: ReadonlyMap<string, Sha>;
  /** Patterns of files that many modules change; they are never sealed. */
  readonly sharedPaths: readonly string[];
  /** The seal of the version before, if there is one: its files stay with the module until they are deleted. */
  readonly previous?: Seal;
};

/**
 * The files that a module created, in this version or before. Files that it only modified belong to others
 * (decisions.md#what-is-sealed).
 */
export function sealModule({ contract, blobs, sharedPaths, previous }: SealSource): Outcome<Seal> {
  const isShared = patternMatcher(sharedPaths);
  const deleted = new Set(contract.files.filter(({ action }) => action === "DELETE").map(({ path }) => pathKey(path)));
  const created = contract.files.filter(({ action }) => action === "CREATE").map(({ path }) => path);
  const inherited = (previous?.files ?? []).map(({ path }) => path).filter((path) => !deleted.has(pathKey(path)));
  const paths = [...new Set([...inherited, ...created])].filter((path) => !isShared(path)).sort();
  const files = paths.map((path) => ({ path, blob: blobs.get(path) }));
  const missing = files.filter(({ blob }) => blob === undefined).map(({ path }) => path);
  if (missing.length > 0) {
    return refuse(
      "sealed-file-missing",
      `${contract.module_id} says that it created files that are not at the judged head: ${missing.join(", ")}.`,
      { module_id: contract.module_id, missing },
    );
  }
  const module_ref = moduleRef(contract.module_id, contract.module_version);
  return accept({ module_ref, files: files.filter((file): file is SealedFile => file.blob !== undefined) });
}

/**
 * The seals in force: those of the newest version of each module. Files that a newer version gave up are open again.
 */
export function sealsInForce(seals: readonly Seal[]): Seal[] {
  const newest = new Map<ModuleId, Seal>();
  for (const seal of seals) {
    const { moduleId, version } = parseModuleRef(seal.module_ref);
    const known = newest.get(moduleId);
    if (known === undefined || semver.gt(version, parseModuleRef(known.module_ref).version)) newest.set(moduleId, seal);
  }
  return [...newest.values()];
}

import { pathKey } from "../../domain/contract/repo-path.js";
import { type ModuleId, type ModuleRef, parseModuleRef, type Sha } from "../../domain/ids.js";
import { type Seal, sealsInForce } from "./seal.js";

/** A path of a diff and its content afterwards; null if it was deleted. */
export type ChangedPath = { readonly path: string; readonly blob: Sha | null };

/** A sealed file that a diff changes, and its module. */
export type SealViolation = {
  readonly path: string;
  readonly module_ref: ModuleRef;
  readonly change: "modified" | "deleted";
};

/**
 * Changes that break a seal. Only a module that is building its own new version may change its files. A path that
 * differs from a sealed one only in case would replace it on some machines, so it counts as that file.
 */
export function sealViolations(
  changes: readonly ChangedPath[],
  seals: readonly Seal[],
  building: ReadonlySet<ModuleId>,
): SealViolation[] {
  const sealed = new Map(
    sealsInForce(seals)
      .filter((seal) => !building.has(parseModuleRef(seal.module_ref).moduleId))
      .flatMap((seal) => seal.files.map((file) => [pathKey(file.path), { ...file, module_ref: seal.module_ref }])),
  );
  return changes.flatMap(({ path, blob }) => {
    const file = sealed.get(pathKey(path));
    if (file === undefined || file.blob === blob) return [];
    return [{ path, module_ref: file.module_ref, change: blob === null ? "deleted" : "modified" }];
  });
}

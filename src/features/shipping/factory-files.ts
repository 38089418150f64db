import { pathKey } from "../../domain/contract/repo-path.js";
import { type ModuleRef, parseModuleRef, type Sha } from "../../domain/ids.js";
import { indexEntryPath, moduleFolder } from "../../domain/index-entries/code-index-entry.js";
import type { ChangedPath } from "../seals/seal-violations.js";

/** What modules leave behind when they ship, a sibling of the same task too. Nothing else of `.factory/` is ever in a diff. */
function isRecord(path: string): boolean {
  return path.startsWith(".factory/modules/") || path.startsWith(".factory/code-index/");
}

/** A change under `.factory/` that is not the loop's own, and why. */
export type FactoryFileViolation = { readonly path: string; readonly reason: string };

/**
 * `.factory/` is closed to roles. In a module's diff it may hold files with exactly the content that the loop committed for
 * this task, and no others (decisions.md#the-loops-own-files).
 */
export function factoryFileViolations(
  changes: readonly ChangedPath[],
  module: ModuleRef,
  committedByLoop: ReadonlyMap<string, Sha>,
): FactoryFileViolation[] {
  const { moduleId, version } = parseModuleRef(module);
  const own = (path: string) =>
    path.startsWith(`${moduleFolder(moduleId, version)}/`) || path === indexEntryPath(module);
  return changes
    .filter(({ path }) => pathKey(path) === ".factory" || pathKey(path).startsWith(".factory/"))
    .flatMap(({ path, blob }) => {
      if (blob !== null && committedByLoop.get(path) === blob && isRecord(path)) return [];
      if (!own(path)) return [{ path, reason: `"${path}" is not a file of ${module}; .factory/ is closed` }];
      return [{ path, reason: `"${path}" does not hold what the loop committed` }];
    });
}

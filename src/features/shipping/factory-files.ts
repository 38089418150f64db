import { pathKey } from "../../domain/contract/repo-path.js";
import { type ModuleRef, parseModuleRef, type Sha } from "../../domain/ids.js";
import { indexEntryPath, moduleFolder } from "../../domain/index-entries/code-index-entry.js";
import type { ChangedPath } from "../seals/seal-violations.js";

/** The files of shipped modules, including siblings of the same task. A diff never has other files of `.factory/`. */
function isRecord(path: string): boolean {
  return path.startsWith(".factory/modules/") || path.startsWith(".factory/code-index/");
}

/** A change under `.factory/` that is not the App's, and why. */
export type FactoryFileViolation = { readonly path: string; readonly reason: string };

/**
 * `.factory/` is closed to roles. A module's diff may have there exactly the files that the App committed for this task
 * (decisions.md#the-loops-own-files).
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

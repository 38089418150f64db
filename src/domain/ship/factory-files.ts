import { pathKey } from "../contract/repo-path.js";
import { type ModuleRef, parseModuleRef, type Sha } from "../ids.js";
import { indexEntryPath, moduleFolder } from "../index-entries/code-index-entry.js";
import type { ChangedPath } from "./seal-violations.js";

/** A change under `.factory/` that is not the loop's own, and why. */
export type FactoryFileViolation = { readonly path: string; readonly reason: string };

/**
 * `.factory/` is closed to roles. In a module's diff it may hold that module's own files, with exactly the content the
 * loop committed (RULES, what a verdict is bound to).
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
      if (!own(path)) return [{ path, reason: `"${path}" is not a file of ${module}; .factory/ is closed` }];
      if (blob !== null && committedByLoop.get(path) === blob) return [];
      return [{ path, reason: `"${path}" does not hold what the loop committed` }];
    });
}

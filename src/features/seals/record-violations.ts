import { pathKey } from "../../domain/contract/repo-path.js";
import { type ModuleRef, parseModuleRef } from "../../domain/ids.js";
import { moduleFolder } from "../../domain/index-entries/code-index-entry.js";
import type { ChangedPath } from "./seal-violations.js";

/** What one of our pull requests may change in the record of what shipped. No other pull request may change it. */
export type RecordKeeper = {
  /** The versions that it builds. */
  readonly building: readonly ModuleRef[];
  /** Whether it may change entries of the code index: those that its versions supersede, or one to be deprecated. */
  readonly index: boolean;
};

const VERSIONS = ".factory/modules/";
const INDEX = ".factory/code-index/";

/**
 * Changes of the record that are not the App's. A new file counts like a changed one, because an added version could
 * release a seal.
 */
export function recordViolations(changes: readonly ChangedPath[], { building, index }: RecordKeeper): string[] {
  const own = building.map((ref) => {
    const { moduleId, version } = parseModuleRef(ref);
    return `${moduleFolder(moduleId, version)}/`;
  });
  return changes
    .map(({ path }) => path)
    .filter((path) => {
      if (pathKey(path).startsWith(INDEX)) return !index;
      return pathKey(path).startsWith(VERSIONS) && !own.some((folder) => path.startsWith(folder));
    });
}

import { pathKey } from "../../domain/contract/repo-path.js";
import { type ModuleRef, parseModuleRef } from "../../domain/ids.js";
import { moduleFolder } from "../../domain/index-entries/code-index-entry.js";
import type { ChangedPath } from "./seal-violations.js";

/** What a pull request of the loop's own may write of the record of what shipped. Nobody else's may write anything. */
export type RecordKeeper = {
  /** The versions that it builds. */
  readonly building: readonly ModuleRef[];
  /** Whether it may change entries of the code index: those that its versions supersede, or one to be deprecated. */
  readonly index: boolean;
};

const VERSIONS = ".factory/modules/";
const INDEX = ".factory/code-index/";

/**
 * Which changes touch the record of what shipped without being the loop's. Somebody who could add a version there could
 * give up a seal, so a new file counts like a changed one.
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

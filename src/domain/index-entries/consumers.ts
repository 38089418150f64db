import semver from "semver";
import { parseModuleRange, satisfiesRange } from "../contract/dependency.js";
import { type ModuleRef, parseModuleRef } from "../ids.js";
import { type CodeIndexEntry, entryRef, isActive } from "./code-index-entry.js";

/** Every entry, active or not, that declares a dependency satisfied by this version (requirements.md#deprecation). */
export function consumersOf(entries: readonly CodeIndexEntry[], ref: ModuleRef): ModuleRef[] {
  return entries
    .filter((entry) => entry.dependencies.some((requested) => satisfiesRange(ref, requested)))
    .map(entryRef);
}

/**
 * The modules to verify again after a version shipped. After a new major version these are all active modules that
 * depend on any version of it; otherwise none (decisions.md#consumers-are-verified-again).
 */
export function consumersToReverify(entries: readonly CodeIndexEntry[], shipped: ModuleRef): ModuleRef[] {
  const { moduleId, version } = parseModuleRef(shipped);
  const older = entries.filter((entry) => entry.module_id === moduleId && semver.lt(entry.version, version));
  const isNewMajor = older.length > 0 && older.every((entry) => semver.major(entry.version) < semver.major(version));
  if (!isNewMajor) return [];
  return entries
    .filter(isActive)
    .filter((entry) => entry.dependencies.some((requested) => parseModuleRange(requested).moduleId === moduleId))
    .map(entryRef);
}

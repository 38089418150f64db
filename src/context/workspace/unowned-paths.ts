import { isNameable } from "./closed-paths.js";
import { narrowedBySize } from "./path-view.js";
import { isSealedFor, type SealFacts } from "./sealed-paths.js";
import type { WorkspaceFacts } from "./workspace-facts.js";

/** The files without an owner, by name (decisions.md#unowned-code): a planner and a proposer may read them. */
export function unownedPaths(facts: SealFacts & Pick<WorkspaceFacts, "entries">): string[] {
  const isSealed = isSealedFor(facts);
  const own = new Set(facts.module?.files.map(({ path }) => path));
  return facts.entries
    .filter(isNameable)
    .map(({ path }) => path)
    .filter((path) => !own.has(path) && !isSealed(path));
}

/**
 * Those of them that are named and not shown. The pack must say so, or it would claim more than the workspace shows.
 */
export function narrowedPaths(facts: Parameters<typeof unownedPaths>[0] & Pick<WorkspaceFacts, "config">): string[] {
  const isNarrowed = narrowedBySize(facts.config);
  const sizes = new Map(facts.entries.map(({ path, size }) => [path, size]));
  return unownedPaths(facts).filter((path) => isNarrowed(path, sizes.get(path) ?? 0));
}

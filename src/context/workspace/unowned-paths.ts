import { normalisePath } from "../../domain/enforcement/normalise-path.js";
import { isClosedToRoles, isFactoryFile, isOrdinaryFile } from "./closed-paths.js";
import { type SealFacts, sealedPaths } from "./sealed-paths.js";
import type { WorkspaceFacts } from "./workspace-facts.js";

/** The files that belong to no module, by name (RULES, modules and seals): what a planner and a proposer may look at. */
export function unownedPaths(facts: SealFacts & Pick<WorkspaceFacts, "entries">): string[] {
  const isSealed = sealedPaths(facts);
  const own = new Set(facts.module?.files.map(({ path }) => path));
  return facts.entries
    .filter(isOrdinaryFile)
    .map(({ path }) => path)
    .filter((path) => {
      const normal = normalisePath(path);
      if (!normal.ok || normal.value.path !== path || own.has(path)) return false;
      const { key } = normal.value;
      return !isSealed(key) && !isClosedToRoles(key) && !isFactoryFile(key);
    });
}

import { patternMatcher } from "../../domain/config/path-pattern.js";
import { pathKey } from "../../domain/contract/repo-path.js";
import { mayChange, pathProtection } from "../../domain/enforcement/protected-paths.js";
import { parseModuleRef } from "../../domain/ids.js";
import type { WhyClosed } from "../../domain/plan/check-plan-files.js";
import { sealsInForce } from "../../features/seals/seal.js";
import type { TaskReading } from "../reading/read-task.js";

/** The paths that no plan of this task may name: protected, generated, or sealed by another module. */
export function whyClosed({ config, seals }: Pick<TaskReading, "config" | "seals">): WhyClosed {
  const protectionOf = pathProtection(config);
  const isGenerated = patternMatcher(config.sizing.generated_patterns);
  const owners = new Map(
    sealsInForce(seals).flatMap(({ module_ref, files }) =>
      files.map(({ path }) => [pathKey(path), module_ref] as const),
    ),
  );
  return (path, successorOf) => {
    const protection = protectionOf(path);
    if (protection.level !== "none" && !mayChange(path, config)) {
      return `it is protected (${protection.why}). Packages are declared in \`dependencies\`; whatever else must change there, a person changes`;
    }
    if (isGenerated(path))
      return "it is generated (sizing.generated_patterns in .factory/config.yml): plan what it is made of";
    const owner = owners.get(pathKey(path));
    if (owner === undefined) return undefined;
    const { moduleId } = parseModuleRef(owner);
    if (successorOf !== null && parseModuleRef(successorOf).moduleId === moduleId) return undefined;
    return `it is sealed by ${owner}. Choose another path, or plan the next version with \`successor_of: ${owner}\``;
  };
}

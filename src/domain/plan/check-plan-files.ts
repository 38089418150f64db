import { patternMatcher } from "../config/path-pattern.js";
import { pathKey } from "../contract/repo-path.js";
import type { ModuleRef } from "../ids.js";
import { isReused, type ModuleDraft } from "./plan-draft.js";
import { type PlanProblem, planError } from "./plan-problem.js";

/**
 * Check 10: a file that one module of the plan touches is sealed for the next, unless the configuration lists it as
 * shared (decisions.md#what-is-sealed).
 */
export function fileProblems(modules: readonly ModuleDraft[], sharedPaths: readonly string[]): PlanProblem[] {
  const isShared = patternMatcher(sharedPaths);
  const ownerOf = new Map<string, string>();
  return modules.flatMap((module, index) => {
    if (isReused(module)) return [];
    return module.files.flatMap(({ path }, place) => {
      if (isShared(path)) return [];
      const owner = ownerOf.get(pathKey(path));
      if (owner === undefined) {
        ownerOf.set(pathKey(path), module.key);
        return [];
      }
      const message = `"${path}" belongs to module "${owner}"; give each file to one module, or list it as shared in the configuration`;
      return [planError("ownership", { path: `modules[${index}].files[${place}].path`, value: path, message })];
    });
  });
}

/** A module cannot have a file that the configuration keeps out of commits and diffs. */
export function ignoredProblems(modules: readonly ModuleDraft[], ignorePatterns: readonly string[]): PlanProblem[] {
  const isIgnored = patternMatcher(ignorePatterns);
  return modules.flatMap((module, index) => {
    if (isReused(module)) return [];
    return module.files.flatMap(({ path }, place) => {
      if (!isIgnored(path)) return [];
      const message = `"${path}" stays out of every commit (ignore_patterns in .factory/config.yml); plan the module without it`;
      return [planError("ownership", { path: `modules[${index}].files[${place}].path`, value: path, message })];
    });
  });
}

/** Why nobody may plan to touch a path, in words; undefined where it is open. A version may touch its own lineage's files. */
export type WhyClosed = (path: string, successorOf: ModuleRef | null) => string | undefined;

/** What the gates would refuse by the manifest alone is refused at once: a locked plan cannot be built any other way. */
export function closedProblems(modules: readonly ModuleDraft[], whyClosed: WhyClosed): PlanProblem[] {
  return modules.flatMap((module, index) => {
    if (isReused(module)) return [];
    return module.files.flatMap(({ path }, place) => {
      const why = whyClosed(path, module.successor_of);
      if (why === undefined) return [];
      const message = `"${path}" cannot be planned: ${why}`;
      return [planError("ownership", { path: `modules[${index}].files[${place}].path`, value: path, message })];
    });
  });
}

import { bareExportName } from "../contract/assertion.js";
import { reachableFrom } from "../graph.js";
import { type ModuleId, parseModuleRef } from "../ids.js";
import { isReused, type ModuleDraft } from "./plan-draft.js";
import { type PlanProblem, planError, planWarning } from "./plan-problem.js";

/** Check 4 for modules that already have a number: two modules of a plan must not have the same one. */
export function repeatedModules(modules: readonly ModuleDraft[]): PlanProblem[] {
  const firstAt = new Map<ModuleId, number>();
  return modules.flatMap((module, index) => {
    const field = isReused(module) ? "reuse_ref" : "successor_of";
    const ref = isReused(module) ? module.reuse_ref : module.successor_of;
    if (ref === null) return [];
    const { moduleId } = parseModuleRef(ref);
    const first = firstAt.get(moduleId);
    if (first === undefined) {
      firstAt.set(moduleId, index);
      return [];
    }
    const message = `${moduleId} is already planned by modules[${first}]; plan it once`;
    return [planError("unique-ids", { path: `modules[${index}].${field}`, value: ref, message })];
  });
}

const SENTENCE_BREAK = /[.!?]\s+\p{Lu}/u;

/**
 * Check 6, as far as code can check it: one behaviour fits into one sentence (requirements.md#decomposition-rubric).
 * The Challenger judges the rest.
 */
export function purposeProblems(modules: readonly ModuleDraft[]): PlanProblem[] {
  const message = "a micro module does one thing; say it in one sentence or split it";
  return modules
    .map(({ purpose }, index) => ({ path: `modules[${index}].purpose`, value: purpose, message }))
    .filter(({ value }) => SENTENCE_BREAK.test(value.trim()))
    .map((finding) => planWarning("decomposition", finding));
}

/**
 * Check 3 for exports: what a module consumes from this plan must come from a module that it depends on. Exports of
 * shipped modules are not in the plan, so the pre-execution gate checks names that no module of the plan creates.
 */
export function consumedProblems(modules: readonly ModuleDraft[]): PlanProblem[] {
  const dependencies = new Map(modules.map((module) => [module.key, module.depends_on]));
  const creatorsOf = new Map<string, string[]>();
  for (const module of modules) {
    if (isReused(module)) continue;
    for (const name of module.creates.map(bareExportName))
      creatorsOf.set(name, [...(creatorsOf.get(name) ?? []), module.key]);
  }
  return modules.flatMap((module, index) => {
    if (isReused(module) || module.depends_on.some((dependency) => !dependencies.has(dependency))) return [];
    const upstream = reachableFrom([module.key], dependencies);
    return module.consumes.flatMap((name, place) => {
      const creators = creatorsOf.get(bareExportName(name)) ?? [];
      if (creators.length === 0 || creators.some((key) => upstream.has(key))) return [];
      const message = `"${name}" is created by "${creators.join('", "')}"; depend on it to consume it`;
      return [planError("references", { path: `modules[${index}].consumes[${place}]`, value: name, message })];
    });
  });
}

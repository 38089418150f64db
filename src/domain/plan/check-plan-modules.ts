import { bareExportName } from "../contract/assertion.js";
import { reachableFrom } from "../graph.js";
import { type ModuleId, type ModuleRef, parseModuleRef } from "../ids.js";
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

/** The exports of shipped modules, by reference; of those that are not known nothing is checked. */
export type ShippedExports = ReadonlyMap<ModuleRef, readonly string[]>;

/**
 * Check 3 for exports: what a module consumes comes from a module of this plan that it depends on, or from a shipped one.
 * The pre-execution gate would halt the task otherwise, when the module is built.
 */
export function consumedProblems(modules: readonly ModuleDraft[], shipped: ShippedExports): PlanProblem[] {
  const dependencies = new Map(modules.map((module) => [module.key, module.depends_on]));
  const creatorsOf = new Map<string, string[]>();
  for (const module of modules) {
    if (isReused(module)) continue;
    for (const name of module.creates.map(bareExportName))
      creatorsOf.set(name, [...(creatorsOf.get(name) ?? []), module.key]);
  }
  return modules.flatMap((module, index) => {
    if (isReused(module) || module.depends_on.some((name) => !name.includes("@") && !dependencies.has(name))) return [];
    const upstream = reachableFrom([module.key], dependencies);
    return module.consumes.flatMap((name, place) => {
      const creators = creatorsOf.get(bareExportName(name)) ?? [];
      if (creators.some((key) => upstream.has(key))) return [];
      const message = whyNotConsumed(name, creators, offersTo(module, modules, shipped));
      if (message === undefined) return [];
      return [planError("references", { path: `modules[${index}].consumes[${place}]`, value: name, message })];
    });
  });
}

type Offers = ReadonlyMap<ModuleRef, readonly string[] | undefined>;

/** What the shipped modules export that it depends on, by reference or as a module of the plan that reuses one. */
function offersTo({ depends_on }: ModuleDraft, modules: readonly ModuleDraft[], shipped: ShippedExports): Offers {
  const refs = depends_on.flatMap((dependency) => {
    if (dependency.includes("@")) return [dependency];
    const reused = modules.find(({ key }) => key === dependency);
    return reused !== undefined && isReused(reused) ? [reused.reuse_ref] : [];
  });
  return new Map(refs.map((ref) => [ref, shipped.get(ref)?.map(bareExportName)]));
}

function whyNotConsumed(name: string, creators: readonly string[], offers: Offers): string | undefined {
  const lists = [...offers.values()];
  if (lists.some((exports) => exports === undefined || exports.includes(bareExportName(name)))) return undefined;
  if (creators.length > 0) return `"${name}" is created by "${creators.join('", "')}"; depend on it to consume it`;
  const known = [...offers].map(([ref, exports = []]) => `${ref} exports ${exports.join(", ") || "nothing"}`);
  return `no module that it depends on exports "${name}"${known.length === 0 ? "" : `; ${known.join("; ")}`}`;
}

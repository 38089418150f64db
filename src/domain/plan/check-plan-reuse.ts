import { type ModuleRef, parseModuleRef } from "../ids.js";
import { type CodeIndexEntry, entryRef, isActive, isThere } from "../index-entries/code-index-entry.js";
import { type BuiltDraft, isReused, type ModuleDraft, type ReusedDraft } from "./plan-draft.js";
import { type PlanProblem, planError, planWarning } from "./plan-problem.js";

/** The similarity of a planned contract to a shipped one, measured elsewhere: 0 is nothing in common, 1 is equal. */
export type Similarity = { readonly key: string; readonly module_ref: ModuleRef; readonly score: number };

/** The code index that a plan is checked against. */
export type ReuseFacts = {
  readonly entries: readonly CodeIndexEntry[];
  readonly similarities: readonly Similarity[];
  /** From this score on, a shipped module is a near-duplicate, which must be reused or explained. */
  readonly nearDuplicateFrom: number;
};

type Index = ReadonlyMap<ModuleRef, CodeIndexEntry>;

/**
 * Checks 7 to 9: what a module refers to exists, and building anew is explained (requirements.md#reuse-first,
 * decisions.md#dependencies-are-verified).
 */
export function reuseProblems(modules: readonly ModuleDraft[], facts: ReuseFacts): PlanProblem[] {
  const index: Index = new Map(facts.entries.map((entry) => [entryRef(entry), entry]));
  const ofEach = modules.flatMap((module, place) => {
    const at = `modules[${place}]`;
    return [
      ...dependencyProblems(module, at, index),
      ...candidateProblems(module, at, index),
      ...(isReused(module)
        ? reusedProblems(module, at, index)
        : [...builtProblems(module, at, index), ...nearDuplicates(module, at, { ...facts, index })]),
    ];
  });
  return [...ofEach, ...nothingBuilt(modules)];
}

/**
 * Tests come with modules that are built. A task of reused modules alone would ship without a test of the request, but
 * it needs its acceptance tests (decisions.md#reuse-builds-nothing).
 */
function nothingBuilt(modules: readonly ModuleDraft[]): PlanProblem[] {
  const reused = modules.filter(isReused);
  if (reused.length < modules.length) return [];
  const message =
    "every module is reused, so nothing would test the acceptance criteria; add one small module that depends on them and whose tests are the task's acceptance tests";
  return [planError("reuse", { path: "modules", value: reused.map(({ reuse_ref }) => reuse_ref), message })];
}

/**
 * A dependency outside the plan must be in the index. A deprecated one may be named on purpose
 * (requirements.md#deprecation), but with a warning: the release will refuse it.
 */
function dependencyProblems(module: ModuleDraft, at: string, index: Index): PlanProblem[] {
  return module.depends_on.flatMap((value, place) => {
    if (!value.includes("@")) return [];
    const path = `${at}.depends_on[${place}]`;
    const entry = index.get(value);
    if (entry === undefined) return [planError("index", { path, value, message: unknown(value) })];
    if (isActive(entry)) return [];
    if (!isThere(entry)) return [planError("index", { path, value, message: inactive(entry) })];
    const message = `${inactive(entry)}; a release with this dependency will be refused`;
    return [planWarning("index", { path, value, message })];
  });
}

function candidateProblems(module: ModuleDraft, at: string, index: Index): PlanProblem[] {
  return module.reuse_candidate_refs.flatMap((value, place) => {
    if (index.has(value)) return [];
    return [planError("index", { path: `${at}.reuse_candidate_refs[${place}]`, value, message: unknown(value) })];
  });
}

function reusedProblems(module: ReusedDraft, at: string, index: Index): PlanProblem[] {
  const { reuse_ref: value } = module;
  const path = `${at}.reuse_ref`;
  const problems = mustBeActive(value, path, index);
  if (module.reuse_candidate_refs.includes(value)) return problems;
  return [
    ...problems,
    planError("reuse", { path, value, message: `${value} must be one of the reuse_candidate_refs` }),
  ];
}

function builtProblems(module: BuiltDraft, at: string, index: Index): PlanProblem[] {
  const { conclusion } = module.reuse_report;
  const explained = explainedBy(module);
  const disagreement = `the report concludes ${conclusion} and the module is CREATE_NEW; they must agree`;
  return [
    ...(module.successor_of === null ? [] : mustBeActive(module.successor_of, `${at}.successor_of`, index)),
    ...(conclusion === "CREATE_NEW"
      ? []
      : [planError("reuse", { path: `${at}.reuse_report.conclusion`, value: conclusion, message: disagreement })]),
    ...module.reuse_candidate_refs.flatMap((value, place) => {
      if (explained.has(value)) return [];
      const message = `${value} was a candidate; the reuse report must say why it was rejected`;
      return [planError("reuse", { path: `${at}.reuse_candidate_refs[${place}]`, value, message })];
    }),
  ];
}

function nearDuplicates(module: BuiltDraft, at: string, facts: ReuseFacts & { readonly index: Index }): PlanProblem[] {
  const lineage = module.successor_of === null ? undefined : parseModuleRef(module.successor_of).moduleId;
  const explained = explainedBy(module);
  return facts.similarities.flatMap(({ key, module_ref: value, score }) => {
    const entry = facts.index.get(value);
    if (key !== module.key || score < facts.nearDuplicateFrom || entry === undefined || !isActive(entry)) return [];
    if (entry.module_id === lineage || explained.has(value)) return [];
    const message = `${value} is nearly the same (${score.toFixed(2)}); reuse it, or say in the reuse report why it will not do`;
    return [planError("near-duplicate", { path: `${at}.reuse_report.candidates_considered`, value, message })];
  });
}

function explainedBy(module: BuiltDraft): Set<ModuleRef> {
  return new Set(module.reuse_report.candidates_considered.map((candidate) => candidate.module_ref));
}

function mustBeActive(value: ModuleRef, path: string, index: Index): PlanProblem[] {
  const entry = index.get(value);
  if (entry === undefined) return [planError("index", { path, value, message: unknown(value) })];
  return isActive(entry) ? [] : [planError("reuse", { path, value, message: inactive(entry) })];
}

function unknown(ref: ModuleRef): string {
  return `${ref} is not in the code index`;
}

function inactive(entry: CodeIndexEntry): string {
  const pointer = entry.superseded_by === null ? "" : `; its replacement is ${entry.superseded_by}`;
  return `${entryRef(entry)} is ${entry.status}${pointer}`;
}

import { planPath } from "../../src/domain/gates/state-paths.js";
import type { CodeIndexEntry } from "../../src/domain/index-entries/code-index-entry.js";
import { assignModuleIds } from "../../src/domain/plan/assign-module-ids.js";
import { MicroPlan } from "../../src/domain/plan/micro-plan.js";
import type { BuiltDraft, PlanDraft, ReusedDraft } from "../../src/domain/plan/plan-draft.js";
import { PLAN_RUBRIC, type PlanReviewAnswer } from "../../src/domain/plan/plan-review.js";
import type { PlanFacts } from "../../src/domain/plan/validate-plan.js";
import { writeYaml } from "../../src/yaml/yaml.js";

const shared = (key: string) => ({
  key,
  name: `Module ${key}`,
  purpose: `Turns a raw ${key} into a checked one`,
  io_contract: {
    inputs: ["raw: string, not empty"],
    outputs: ["checked: string, lower case"],
    error_surfaces: ["Empty when raw holds no letter"],
    effects: ["none: pure"],
    modes: ["sync"],
  },
  error_cases: ["an emoji only"],
  depends_on: [],
  reuse_justification: "searched the index; nothing does this",
});

/** A new module with its own files. */
export function aBuiltDraft(key: string, overrides: Partial<BuiltDraft> = {}): BuiltDraft {
  return {
    ...shared(key),
    reuse_candidate_refs: [],
    reuse_decision: "CREATE_NEW",
    reuse_report: {
      query: `check a ${key}`,
      candidates_considered: [],
      conclusion: "CREATE_NEW",
      justification: "nothing in the index checks this",
    },
    successor_of: null,
    entry: `src/${key}.ts`,
    files: [
      { path: `src/${key}.ts`, action: "CREATE", reason: "the module" },
      { path: `test/${key}.test.ts`, action: "CREATE", reason: "its tests" },
    ],
    test_file: `test/${key}.test.ts`,
    creates: [`check${key.replaceAll("-", "")}`],
    consumes: [],
    ...overrides,
  };
}

/** A module that already exists. */
export function aReusedDraft(key: string, ref: string, overrides: Partial<ReusedDraft> = {}): ReusedDraft {
  return { ...shared(key), reuse_candidate_refs: [ref], reuse_decision: "REUSE", reuse_ref: ref, ...overrides };
}

export function aDraft(...modules: PlanDraft["modules"]): PlanDraft {
  return { modules, dependencies: [] };
}

/** A plan in the file where the loop keeps it. */
export function planFile(task: string, plan: MicroPlan): [path: string, text: string] {
  return [planPath(task), writeYaml(plan, MicroPlan)];
}

/** A numbered plan with the given dependencies between modules, by key: `{ a: [], b: ["a"] }` is MM-0001, MM-0002. */
export function aPlan(edges: Readonly<Record<string, string[]>> = { tag: [] }): MicroPlan {
  const modules = Object.entries(edges).map(([key, depends_on]) => aBuiltDraft(key, { depends_on }));
  return numberPlan(aDraft(...modules));
}

export function numberPlan(draft: PlanDraft): MicroPlan {
  return assignModuleIds(draft, {
    microPlanId: "MP-0a1b2c3d",
    parentTaskRef: "T-core-tags-normalise-001@1.0.0",
    nextNumber: 1,
    approvedVersions: new Map(),
  }).plan;
}

/** An index of these entries. No two of them are similar. */
export function planFacts(entries: readonly CodeIndexEntry[] = [], overrides: Partial<PlanFacts> = {}): PlanFacts {
  return {
    entries,
    similarities: [],
    nearDuplicateFrom: 0.9,
    sharedPaths: ["src/index.ts", "package.json"],
    ignorePatterns: ["*.snap"],
    whyClosed: () => undefined,
    shippedExports: new Map(),
    ...overrides,
  };
}

/** A review of a plan in which these criteria do not hold. */
export function aPlanReview(failing: readonly (keyof typeof PLAN_RUBRIC)[] = []): PlanReviewAnswer {
  const criteria = Object.keys(PLAN_RUBRIC) as (keyof typeof PLAN_RUBRIC)[];
  return {
    verdict: failing.length === 0 ? "PASS" : "FAIL",
    assessment: criteria.map((criterion) => {
      const holds = !failing.includes(criterion);
      const required_change = holds ? "" : `Mend ${criterion}.`;
      return { criterion, holds, modules: [], evidence: `Read the plan for ${criterion}.`, required_change };
    }),
  };
}

import { closedProblems, fileProblems, ignoredProblems, type WhyClosed } from "./check-plan-files.js";
import { graphProblems } from "./check-plan-graph.js";
import { consumedProblems, purposeProblems, repeatedModules, type ShippedExports } from "./check-plan-modules.js";
import { type ReuseFacts, reuseProblems } from "./check-plan-reuse.js";
import { shapeProblems } from "./check-plan-shape.js";
import { PlanDraft } from "./plan-draft.js";
import type { PlanProblem } from "./plan-problem.js";

/** Everything that a plan is checked against. */
export type PlanFacts = ReuseFacts & {
  /** Patterns of files that several modules may touch (`shared_paths` of the configuration). */
  readonly sharedPaths: readonly string[];
  /** Patterns of files that stay out of commits (`ignore_patterns` of the configuration). */
  readonly ignorePatterns: readonly string[];
  readonly whyClosed: WhyClosed;
  readonly shippedExports: ShippedExports;
};

/** A plan that can be numbered and locked, or every reason why not. Warnings are shown to readers of the plan. */
export type PlanReport =
  | { readonly valid: true; readonly draft: PlanDraft; readonly warnings: readonly PlanProblem[] }
  | { readonly valid: false; readonly errors: readonly PlanProblem[]; readonly warnings: readonly PlanProblem[] };

/**
 * All checks of a planner's or a person's plan. All problems are collected, because a planner is asked again only twice
 * (requirements.md#plan-checks).
 */
export function validatePlan(candidate: unknown, facts: PlanFacts): PlanReport {
  const parsed = PlanDraft.safeParse(candidate);
  const problems = [
    ...(parsed.success ? [] : shapeProblems(candidate, parsed.error)),
    ...graphProblems(candidate),
    ...(parsed.success ? draftProblems(parsed.data, facts) : []),
  ];
  const errors = problems.filter((problem) => problem.severity === "ERROR");
  const warnings = problems.filter((problem) => problem.severity === "WARNING");
  return parsed.success && errors.length === 0
    ? { valid: true, draft: parsed.data, warnings }
    : { valid: false, errors, warnings };
}

/** The checks that need a well-formed plan. */
function draftProblems(draft: PlanDraft, facts: PlanFacts): PlanProblem[] {
  return [
    ...repeatedModules(draft.modules),
    ...purposeProblems(draft.modules),
    ...consumedProblems(draft.modules, facts.shippedExports),
    ...reuseProblems(draft.modules, facts),
    ...fileProblems(draft.modules, facts.sharedPaths),
    ...ignoredProblems(draft.modules, facts.ignorePatterns),
    ...closedProblems(draft.modules, facts.whyClosed),
  ];
}

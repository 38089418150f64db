import type { CodeIndex } from "../code-index/code-index.js";
import { NEAR_DUPLICATE_FROM, nearDuplicates } from "../code-index/near-duplicates.js";
import { fitsContext } from "../context/fits-context.js";
import type { SizeDecision } from "../domain/budget/size-decision.js";
import type { HaltCause } from "../domain/escalation/causes.js";
import { needsConsent } from "../domain/plan/declared-dependency.js";
import { isReused, type PlanDraft } from "../domain/plan/plan-draft.js";
import type { PlanProblem } from "../domain/plan/plan-problem.js";
import { validatePlan } from "../domain/plan/validate-plan.js";
import { accept, type Outcome, refuse } from "../domain/refusal.js";
import type { TaskReading } from "./read-task.js";

/** A plan as it is judged: what is wrong with it so far, in the words that go to the planner or onto the card. */
export type PlanJudge = {
  check(draft: PlanDraft): Promise<Outcome<PlanDraft>>;
  /** Why the last plan was refused, as the halt it leads to; undefined when none was. */
  cause(lastPlan: string): HaltCause | undefined;
};

/** Valid by its rules, and every module small enough to be done with care: otherwise the planner divides it (seed 001). */
export function planJudge(reading: TaskReading, codeIndex: CodeIndex): PlanJudge {
  let problems: readonly PlanProblem[] = [];
  let sizes: readonly SizeDecision[] = [];
  return {
    async check(draft) {
      const report = validatePlan(draft, {
        entries: reading.index,
        similarities: await nearDuplicates(draft.modules, codeIndex),
        nearDuplicateFrom: NEAR_DUPLICATE_FROM,
        sharedPaths: reading.config.shared_paths,
      });
      problems = report.valid ? [] : report.errors;
      sizes = report.valid ? tooLarge(reading, report.draft) : [];
      if (!report.valid)
        return refuse("plan-invalid", listed(report.errors.map(({ path, message }) => `${path}: ${message}`)));
      if (sizes.length === 0) return accept(report.draft);
      return refuse("module-too-large", listed(sizes.flatMap(({ reasons }) => reasons.map(({ message }) => message))));
    },
    cause(last_plan) {
      if (problems.length > 0) {
        const errors = problems.map(({ path, field, severity, message }) => ({ path, field, severity, message }));
        return { kind: "plan-invalid", last_plan, errors };
      }
      return sizes.length === 0 ? undefined : sizeCause(reading, sizes);
    },
  };
}

function tooLarge({ tree, taskFile, sops, config }: TaskReading, draft: PlanDraft): SizeDecision[] {
  return draft.modules.flatMap((module) => {
    if (isReused(module)) return [];
    const decision = fitsContext({
      role: "proposer",
      files: module.files,
      entries: tree.entries,
      description: module.purpose,
      acceptanceCriteria: taskFile.acceptance_criteria,
      sops,
      config,
    });
    return decision.decision === "fits" ? [] : [decision];
  });
}

function sizeCause({ config }: TaskReading, sizes: readonly SizeDecision[]): HaltCause {
  const reasons = sizes.flatMap((size) => size.reasons);
  const sops = reasons.find(({ code }) => code === "sops-do-not-fit");
  if (sops !== undefined && reasons.every(({ code }) => code === "sops-do-not-fit")) {
    return { kind: "sops-do-not-fit", sops: [sops.message], tokens: sops.actual, reserve: sops.limit };
  }
  const most = (code: string) =>
    Math.max(0, ...reasons.filter((reason) => reason.code === code).map(({ actual }) => actual));
  const allowed = reasons.find(({ code }) => code === "over-token-budget")?.limit ?? 0;
  return {
    kind: "task-too-large",
    estimated_tokens: Math.max(...sizes.map(({ tokens }) => tokens)),
    allowed_tokens: allowed,
    files: Math.max(most("too-many-files"), most("many-files")),
    allowed_files: config.decompose_above_files,
    reasons: reasons.map(({ message }) => message),
  };
}

/** Packages that nobody has agreed to: a person does, in the configuration, or the plan goes without. */
export function consentCause({ config }: Pick<TaskReading, "config">, draft: PlanDraft): HaltCause | undefined {
  const unknown = needsConsent(draft.dependencies, config.allowed_dependencies);
  if (unknown.length === 0) return undefined;
  return {
    kind: "dependency-not-allowed",
    dependencies: unknown.map(({ name, range, why }) => ({ name, range, why })),
  };
}

function listed(lines: readonly string[]): string {
  return lines.join("\n");
}

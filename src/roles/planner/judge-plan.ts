import type { CodeIndex } from "../../code-index/code-index.js";
import { NEAR_DUPLICATE_FROM, nearDuplicates } from "../../code-index/near-duplicates.js";
import { fitsContext } from "../../context/fits-context.js";
import type { SizeDecision } from "../../domain/budget/size-decision.js";
import type { Deficiency } from "../../domain/deficiency.js";
import { isReused, PlanDraft } from "../../domain/plan/plan-draft.js";
import type { PlanProblem } from "../../domain/plan/plan-problem.js";
import { validatePlan } from "../../domain/plan/validate-plan.js";
import type { Refusal } from "../../domain/refusal.js";
import type { HaltCause } from "../../features/halts/escalation/causes.js";
import { cutLine } from "../../render/cut.js";
import type { TaskReading } from "../reading/read-task.js";
import { type PlanBy, planInvalid } from "./plan-invalid.js";
import { shippedExports } from "./shipped-exports.js";
import { whyClosed } from "./why-closed.js";

/** A plan that can be numbered and locked; or the problems for its author, and the cause of the halt. */
export type JudgedPlan =
  | { readonly ok: true; readonly value: PlanDraft; readonly warnings: readonly Deficiency[] }
  | { readonly ok: false; readonly refusal: Refusal; cause(lastPlan: string, by?: PlanBy): HaltCause };

export type PlanJudge = (candidate: unknown) => Promise<JudgedPlan>;

/**
 * The plan must be valid in form and by its rules, and every module small enough; otherwise the planner divides it
 * (requirements.md#context-budget). Form and rules are checked together, because a planner is asked again only twice
 * (requirements.md#plan-checks).
 */
export function planJudge(reading: TaskReading, codeIndex: CodeIndex, isAgreed = false): PlanJudge {
  return async (candidate) => {
    const draft = PlanDraft.safeParse(candidate);
    const report = validatePlan(candidate, {
      entries: reading.index,
      // An agreed module is not compared with similar ones.
      similarities: isAgreed || !draft.success ? [] : await nearDuplicates(draft.data.modules, codeIndex),
      nearDuplicateFrom: NEAR_DUPLICATE_FROM,
      sharedPaths: reading.config.shared_paths,
      ignorePatterns: reading.config.ignore_patterns,
      whyClosed: whyClosed(reading),
      shippedExports: draft.success ? await shippedExports(reading, draft.data) : new Map(),
    });
    if (!report.valid) return invalid(report.errors);
    const sizes = tooLarge(reading, report.draft, await binariesIn(reading, report.draft));
    if (sizes.length === 0) return { ok: true, value: report.draft, warnings: report.warnings.map(toDeficiency) };
    const reasons = sizes.flatMap((size) => size.reasons.map(({ message }) => message));
    const refusal = { code: "module-too-large", message: reasons.join("\n") };
    return { ok: false, refusal, cause: () => sizeCause(reading, sizes) };
  };
}

function invalid(problems: readonly PlanProblem[]): JudgedPlan {
  const errors = problems.map(toDeficiency);
  const refusal = { code: "plan-invalid", message: problems.map(described).join("\n") };
  return { ok: false, refusal, cause: (lastPlan, by) => planInvalid(lastPlan, errors, by) };
}

/** The value is left out: it may be large, and the plan has it. */
function toDeficiency({ path, field, severity, message }: PlanProblem): Deficiency {
  return { path, field, severity, message };
}

/** The place, the problem, and the value: all that the planner needs (requirements.md#plan-checks). */
function described({ path, message, value }: PlanProblem): string {
  const found = value === undefined ? "it is missing" : `it is ${cutLine(JSON.stringify(value), VALUE_SHOWN)}`;
  return `${path || "the plan"}: ${message} (${found})`;
}

/** Enough to identify the value; the planner has the whole plan. */
const VALUE_SHOWN = 200;

/** The existing files of a plan that are not text. They count by their names: no role is shown their content. */
async function binariesIn({ tree }: TaskReading, { modules }: PlanDraft): Promise<ReadonlySet<string>> {
  const paths = modules.flatMap((module) => (isReused(module) ? [] : module.files.map(({ path }) => path)));
  const existing = [...new Set(paths)].filter((path) => tree.blobs.has(path));
  const texts = existing.length === 0 ? new Map<string, string>() : await tree.readMany(existing);
  return new Set(existing.filter((path) => !texts.has(path)));
}

function tooLarge(
  { tree, taskFile, sops, config }: TaskReading,
  draft: PlanDraft,
  binaries: ReadonlySet<string>,
): SizeDecision[] {
  return draft.modules.flatMap((module) => {
    if (isReused(module)) return [];
    const decision = fitsContext({
      role: "proposer",
      files: module.files,
      entries: tree.entries,
      binaries,
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
  const most = (sizeOf: (size: SizeDecision) => number) => Math.max(...sizes.map(sizeOf));
  return {
    kind: "task-too-large",
    estimated_tokens: most(({ tokens }) => tokens),
    // One model reads them all, so there is one limit.
    allowed_tokens: most(({ tokenLimit }) => tokenLimit),
    files: most(({ files }) => files),
    allowed_files: config.decompose_above_files,
    reasons: reasons.map(({ message }) => message),
  };
}

import type { EscalationId } from "../../../domain/artifacts/artifact-id.js";
import type { Instant, ModuleRef, Sha, TaskId } from "../../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import type { TaskStatus } from "../../tasks/board/project-state.js";
import type { ResolutionAction } from "../resolution/human-resolution.js";
import { TASK_LIMITS } from "./causes/call-causes.js";
import type { HaltCause } from "./causes.js";
import { checkCompleteness } from "./completeness.js";
import type { FailedInvariant } from "./define-cause.js";
import { type DebateTrail, Escalation, type LockedPlan, type ModuleCause, type ModuleOutcomes } from "./escalation.js";
import type { ChosenAction } from "./failure-of-cause.js";
import { minimalDecision } from "./minimal-decision.js";
import { otherFailures } from "./other-failures.js";
import { relevantSubgraph, type TaskNode } from "./relevant-subgraph.js";
import { resolutionContext } from "./resolution-context.js";

/** The facts about a halt. */
export type Halt = {
  readonly escalationId: EscalationId;
  readonly taskId: TaskId;
  readonly taskPath: string;
  readonly now: Instant;
  readonly cause: HaltCause;
  /** What `failure_actions` says about it. */
  readonly failure?: ChosenAction | undefined;
  /** The change as it halted. */
  readonly change?: Escalation["change"];
  readonly trail: DebateTrail;
  readonly modules: ModuleOutcomes;
  /** Why each of the failed modules failed. */
  readonly causes: readonly ModuleCause[];
  /** The plan in force; absent before there was one. */
  readonly plan?: LockedPlan | undefined;
  readonly stateSha: Sha;
  readonly tasks: ReadonlyMap<string, TaskNode<TaskStatus>>;
  /** The version whose contract was agreed before the task started. Such a task cannot be split. */
  readonly builds?: ModuleRef | undefined;
  /** Answers that are impossible for the work as it halted. */
  readonly impossible?: readonly ResolutionAction[];
};

/**
 * The escalation of a halt. Its sentence, recommendation and failed invariants follow from its cause. Incomplete ones
 * are refused.
 */
export function raiseEscalation(halt: Halt): Outcome<Escalation> {
  const subgraph = relevantSubgraph(halt.tasks, halt.taskId);
  if (!subgraph.ok) return subgraph;
  const { decision, recommended, failed } = possible(minimalDecision(halt.cause), halt);
  const others = otherFailures({ cause: halt.cause, module_causes: [...halt.causes] });
  const escalation = Escalation.parse({
    escalation_id: halt.escalationId,
    task_id: halt.taskId,
    task_ref: halt.taskPath,
    created_at: halt.now,
    cause: halt.cause,
    ...(halt.failure === undefined ? {} : { failure: halt.failure }),
    ...(halt.change === undefined ? {} : { change: halt.change }),
    debate_trail: halt.trail,
    failed_invariants: eachOnce([...failed, ...others.flatMap(({ cause }) => minimalDecision(cause).failed)]),
    module_outcomes: halt.modules,
    ...(halt.causes.length === 0 ? {} : { module_causes: halt.causes }),
    ...(halt.plan === undefined ? {} : { micro_plan: halt.plan }),
    state_sha: halt.stateSha,
    state_subgraph: Object.fromEntries(subgraph.value),
    minimal_decision_required: [decision, ...alsoAbout(others)].join(" "),
    recommended_resolution: recommended,
    resolution_context: resolutionContext(halt.trail),
  });
  const missing = checkCompleteness(escalation);
  if (missing.length === 0) return accept(escalation);
  return refuse(
    "escalation-incomplete",
    `The escalation of ${halt.taskId} lacks what a person needs: ${missing.map(({ message }) => message).join("; ")}.`,
    { missing },
  );
}

function eachOnce(failed: readonly FailedInvariant[]): FailedInvariant[] {
  return [...new Map(failed.map((one) => [JSON.stringify([one.invariant, one.evidence]), one])).values()];
}

function alsoAbout(others: readonly ModuleCause[]): string[] {
  if (others.length === 0) return [];
  const names = others.map(({ module }) => module).join(", ");
  return [`What you decide is also about ${names}, which failed, too.`];
}

type Decision = ReturnType<typeof minimalDecision>;

/**
 * The recommendation must be possible: there must be something to continue from, and the work on one version is divided
 * within its task.
 */
function possible(asked: Decision, halt: Halt): Decision {
  const { builds, cause, impossible = [] } = halt;
  if (impossible.includes(asked.recommended)) {
    const decision = `${asked.decision} What was not written can be neither mended nor shipped: the task as a whole is done again, planned otherwise or given up.`;
    return { ...asked, decision, recommended: "RETRY_TASK" };
  }
  if (builds === undefined || asked.recommended !== "SPLIT_TASK") return asked;
  if (cause.kind === "task-budget-exhausted") {
    // Another plan of the same task would have no more money than this one.
    const decision = `Raise ${TASK_LIMITS[cause.unit]} in .factory/config.yml and retry, or give the task up: the contract of ${builds} was agreed as a whole, so the task that builds it cannot be split.`;
    return { ...asked, decision, recommended: "RETRY_TASK" };
  }
  const decision = `Decide what becomes of ${builds}: its contract was agreed as a whole, so the task that builds it cannot be split. Divide the work into modules, mend it, or give it up.`;
  return { ...asked, decision, recommended: "REVISE_PLAN" };
}

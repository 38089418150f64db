import { z } from "zod";
import { EscalationId, MicroPlanId } from "../../../domain/artifacts/artifact-id.js";
import { MeaningfulText } from "../../../domain/contract/meaningful-text.js";
import { Adjudication } from "../../../domain/debate/adjudication.js";
import { Challenge } from "../../../domain/debate/challenge.js";
import { Proposal } from "../../../domain/debate/proposal.js";
import { Digest, Instant, ModuleRef, Sha, TaskId } from "../../../domain/ids.js";
import { TaskStatus } from "../../tasks/board/project-state.js";
import type { ResolutionAction } from "../resolution/human-resolution.js";
import { HaltCause } from "./causes.js";
import { FailedInvariant } from "./define-cause.js";
import { ChosenAction } from "./failure-of-cause.js";

/**
 * The recommendation, which does not bind the person: the method's six, a retry, and the answers to an interface change
 * (decisions.md#more-answers-to-a-halt).
 */
export const RecommendedResolution = z.enum([
  "APPROVE_OVERRIDE",
  "AMEND_SPEC",
  "SPLIT_TASK",
  "REVISE_PLAN",
  "PROVIDE_FIX",
  "ABANDON_TASK",
  "RETRY_TASK",
  "APPROVE_INTERFACE_CHANGE",
  "REJECT_INTERFACE_CHANGE",
] as const satisfies readonly ResolutionAction[]);
export type RecommendedResolution = z.infer<typeof RecommendedResolution>;

/** The whole debate about the work, oldest first. */
export const DebateTrail = z.strictObject({
  proposals: z.array(Proposal),
  challenges: z.array(Challenge),
  adjudications: z.array(Adjudication),
});
export type DebateTrail = z.infer<typeof DebateTrail>;

/** The outcome of the task's modules before it halted (requirements.md#failed-modules). */
export const ModuleOutcomes = z.strictObject({
  failed: z.array(ModuleRef),
  abandoned: z.array(ModuleRef),
  shipped: z.array(ModuleRef),
});
export type ModuleOutcomes = z.infer<typeof ModuleOutcomes>;

/** Why one module failed. A task halts once for all that failed in it. */
export const ModuleCause = z.strictObject({ module: ModuleRef, cause: HaltCause });
export type ModuleCause = z.infer<typeof ModuleCause>;

/** The task's plan: the path of its file on the state branch, and the digest by which a change is detected. */
export const LockedPlan = z.strictObject({ micro_plan_id: MicroPlanId, digest: Digest, path: z.string().min(1) });
export type LockedPlan = z.infer<typeof LockedPlan>;

/** Why a task halted and what a person has to decide (requirements.md#escalation-record). */
export const Escalation = z.strictObject({
  escalation_id: EscalationId,
  task_id: TaskId,
  task_ref: z.string().min(1),
  created_at: Instant,
  cause: HaltCause,
  /** What `failure_actions` said; absent for a halt that is none of its failures. */
  failure: ChosenAction.optional(),
  /** The branch as it halted, and the commit it was made from. */
  change: z.strictObject({ base: Sha, head: Sha }).optional(),
  debate_trail: DebateTrail,
  failed_invariants: z.array(FailedInvariant).min(1),
  module_outcomes: ModuleOutcomes,
  /** One for every module that failed; the answer is about all of them. Absent in escalations of earlier versions. */
  module_causes: z.array(ModuleCause).optional(),
  /** Absent if there was no plan, and in escalations of earlier versions. */
  micro_plan: LockedPlan.optional(),
  /**
   * The state at the halt: its commit, and the relevant part of it (decisions.md#an-escalation-points-at-its-state).
   */
  state_sha: Sha,
  state_subgraph: z.record(TaskId, z.strictObject({ status: TaskStatus, depends_on: z.array(TaskId) })),
  minimal_decision_required: MeaningfulText,
  recommended_resolution: RecommendedResolution,
  resolution_context: MeaningfulText,
});
export type Escalation = z.infer<typeof Escalation>;

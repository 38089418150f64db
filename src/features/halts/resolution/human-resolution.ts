import { z } from "zod";
import { InterfaceChangeId } from "../../../domain/artifacts/artifact-id.js";
import { ModuleRef, Sha } from "../../../domain/ids.js";
import { Statement } from "../../../domain/statement.js";
import { RevisedPlan } from "./revised-plan.js";

/**
 * A task has at least two acceptance criteria, also after a person changed it (requirements.md#spec-completeness, 5).
 */
const AcceptanceCriteria = z.array(Statement).min(2, "needs at least 2 acceptance criteria");

/** One part of a split task. `depends_on` names original dependencies or siblings: see split.ts. */
export const SplitPart = z.strictObject({
  name: Statement,
  description: Statement,
  acceptance_criteria: AcceptanceCriteria,
  depends_on: z.array(Statement),
});
export type SplitPart = z.infer<typeof SplitPart>;

/** A split prepared for a person, who must fill in the missing words. */
export const UnfinishedSplit = z.strictObject({
  new_tasks: z.array(SplitPart.extend({ description: z.string(), acceptance_criteria: z.array(z.string()) })),
});

/** An amendment prepared for a person, who must say what changes. */
export const UnfinishedAmendment = z.strictObject({
  amended_acceptance_criteria: z.array(z.string()),
  amendment_rationale: Statement,
});

export const AmendSpec = z.strictObject({
  action: z.literal("AMEND_SPEC"),
  amended_acceptance_criteria: AcceptanceCriteria,
  amendment_rationale: Statement,
});

export const SplitTask = z.strictObject({
  action: z.literal("SPLIT_TASK"),
  new_tasks: z.array(SplitPart).min(1, "needs at least 1 new task"),
});

export const RevisePlan = z.strictObject({
  action: z.literal("REVISE_PLAN"),
  revised_micro_plan: RevisedPlan,
});

export const ProvideFix = z.strictObject({
  action: z.literal("PROVIDE_FIX"),
  fix_description: Statement,
  /** Path to content. The protected-path rules are checked elsewhere. */
  fix_artifacts: z
    .record(Statement, z.string())
    .refine((files) => Object.keys(files).length > 0, "needs at least 1 file"),
});

/** A person's decision about a halted task, with exactly the payload that it needs (requirements.md#resolutions). */
export const HumanResolution = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("APPROVE_OVERRIDE"), rationale: Statement }),
  AmendSpec,
  SplitTask,
  RevisePlan,
  ProvideFix,
  z.strictObject({ action: z.literal("ABANDON_TASK"), rationale: Statement }),
  /** `/factory retry` does the task again unchanged (decisions.md#more-answers-to-a-halt). */
  z.strictObject({ action: z.literal("RETRY_TASK") }),
  /** A retry of only the review that caused the halt (decisions.md#more-answers-to-a-halt). */
  z.strictObject({ action: z.literal("REVIEW_AGAIN"), module: ModuleRef, role: z.enum(["challenger", "arbiter"]) }),
  /**
   * PROVIDE_FIX by commits on the task's branch, which are read up to this head (decisions.md#more-answers-to-a-halt).
   */
  z.strictObject({ action: z.literal("PROVIDE_PUSHED_FIX"), fix_description: Statement, head: Sha }),
  /**
   * The task waits for the version that its exception requested, and is then done with it
   * (requirements.md#interface-change-flow).
   */
  z.strictObject({ action: z.literal("APPROVE_INTERFACE_CHANGE"), exception_id: InterfaceChangeId }),
  /** The task is done with the present contract (requirements.md#interface-change-flow). */
  z.strictObject({ action: z.literal("REJECT_INTERFACE_CHANGE"), exception_id: InterfaceChangeId, reason: Statement }),
  /** ABANDON_TASK for what is not finished; finished modules ship first (decisions.md#immutable-from-merge). */
  z.strictObject({ action: z.literal("KEEP_AND_ABANDON"), rationale: Statement }),
  /** SPLIT_TASK for what is not finished. */
  z.strictObject({
    action: z.literal("KEEP_AND_SPLIT"),
    new_tasks: z.array(SplitPart).min(1, "needs at least 1 new task"),
  }),
]);
export type HumanResolution = z.infer<typeof HumanResolution>;

/** The names of the actions. */
export type ResolutionAction = HumanResolution["action"];

/** All actions. */
export function resolutionActions(): ResolutionAction[] {
  return HumanResolution.options.map(({ shape }) => shape.action.value);
}

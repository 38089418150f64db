import { z } from "zod";
import { MicroPlanId } from "../../domain/artifacts/artifact-id.js";
import { RetryLimits } from "../../domain/debate/debate-progress.js";
import { Deficiency } from "../../domain/deficiency.js";
import { Digest, ModuleId, ModuleRef } from "../../domain/ids.js";
import { DeclaredDependencies } from "../../domain/plan/declared-dependency.js";
import { PlanFinding } from "../../domain/plan/plan-review.js";

/** A valid plan as the state keeps it until it is locked; its modules are in a file. */
export const proposedPlanFields = {
  micro_plan_id: MicroPlanId,
  digest: Digest,
  /** In execution order. */
  modules: z
    .array(
      z.strictObject({
        module_ref: ModuleRef,
        name: z.string().min(1),
        depends_on: z.array(ModuleId),
        reused: z.boolean(),
      }),
    )
    .min(1),
  /** Warnings that do not block. They are posted for readers of the plan. */
  warnings: z.array(Deficiency).min(1).optional(),
  /** Packages that the plan wants to add, and those among them that a person named. */
  packages: z.strictObject({ declared: DeclaredDependencies, agreed: z.array(z.string()) }).optional(),
  /** The configuration at the time of the plan. Later changes do not affect work in progress. */
  side_by_side: z.int().positive().optional(),
  /** Likewise, the limits of retries. */
  retry_limits: RetryLimits.optional(),
};

export const ProposedPlan = z.strictObject(proposedPlanFields);
export type ProposedPlan = z.infer<typeof ProposedPlan>;

/** A review that a plan did not pass, and the attempt in which. */
export const FailedPlanReview = z.strictObject({
  attempt: z.int().positive(),
  micro_plan_id: MicroPlanId,
  findings: z.array(PlanFinding).min(1),
});
export type FailedPlanReview = z.infer<typeof FailedPlanReview>;

import { z } from "zod";
import { MicroPlanId } from "../artifacts/artifact-id.js";
import { digestOf } from "../hash.js";
import { Digest } from "../ids.js";
import { accept, type Outcome, refuse } from "../refusal.js";
import type { MicroPlan } from "./micro-plan.js";

/** A plan as it was when it became valid. Execution follows it exactly (requirements.md#plan-lock). */
export const PlanLock = z.strictObject({ micro_plan_id: MicroPlanId, digest: Digest });
export type PlanLock = z.infer<typeof PlanLock>;

export function lockPlan(plan: MicroPlan): PlanLock {
  return { micro_plan_id: plan.micro_plan_id, digest: digestOf(plan) };
}

/** The plan if it is the locked one. A revised plan is a new plan. */
export function checkPlanLock(lock: PlanLock, plan: MicroPlan): Outcome<MicroPlan> {
  const now = lockPlan(plan);
  if (now.digest === lock.digest) return accept(plan);
  return refuse(
    "plan-changed",
    `the micro plan ${lock.micro_plan_id} is locked, and this is another one. Restore the file from the history; a plan is changed by /factory revise-plan.`,
    { micro_plan_id: lock.micro_plan_id, locked: lock.digest, actual: now.digest },
  );
}

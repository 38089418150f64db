import { z } from "zod";
import { MicroPlanId } from "../artifacts/artifact-id.js";
import { digestOf } from "../hash.js";
import { Digest, ModuleId } from "../ids.js";
import { accept, type Outcome, refuse } from "../refusal.js";
import type { MicroPlan } from "./micro-plan.js";

/** A plan as it was when it became valid. Execution follows it to the letter (seed 002, 10.3). */
export const PlanLock = z.strictObject({
  micro_plan_id: MicroPlanId,
  digest: Digest,
  /** One digest a module, so that a refusal can name what was changed. */
  modules: z.record(ModuleId, Digest),
});
export type PlanLock = z.infer<typeof PlanLock>;

export function lockPlan(plan: MicroPlan): PlanLock {
  return {
    micro_plan_id: plan.micro_plan_id,
    digest: digestOf(plan),
    modules: Object.fromEntries(plan.modules.map((module) => [module.module_id, digestOf(module)])),
  };
}

/** The plan itself when it is the locked one. A revised plan is a new plan and starts over. */
export function checkPlanLock(lock: PlanLock, plan: MicroPlan): Outcome<MicroPlan> {
  const now = lockPlan(plan);
  if (now.digest === lock.digest) return accept(plan);
  const changed = [...new Set([...Object.keys(lock.modules), ...Object.keys(now.modules)])].filter(
    (id) => lock.modules[id] !== now.modules[id],
  );
  const what = changed.length === 0 ? "outside its modules" : `in ${changed.join(", ")}`;
  return refuse(
    "plan-changed",
    `The micro plan ${lock.micro_plan_id} is locked and differs ${what}. Restore it, or revise the plan and start over.`,
    { micro_plan_id: lock.micro_plan_id, locked: lock.digest, actual: now.digest, changed },
  );
}

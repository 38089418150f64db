import { dependantsOf, reachableFrom } from "../graph.js";
import type { ModuleId } from "../ids.js";
import type { MicroPlan } from "./micro-plan.js";
import { moduleDependencies, orderModules } from "./module-order.js";

/** How an attempted module ended. */
export type ModuleEnd = "SHIPPED" | "FAILED";

/**
 * The progress of a plan (requirements.md#failed-modules, requirements.md#module-order). Every module is in exactly one
 * list, in execution order.
 */
export type PlanProspects = {
  readonly shipped: readonly ModuleId[];
  readonly failed: readonly ModuleId[];
  /** Will never be attempted, because a direct or indirect dependency has failed. */
  readonly abandoned: readonly ModuleId[];
  /** May be attempted now: all dependencies have shipped. */
  readonly eligible: readonly ModuleId[];
  /** Will be eligible when others have shipped. */
  readonly waiting: readonly ModuleId[];
};

/** The input for ordering a plan's modules. */
type PlanOrder = {
  readonly modules: readonly Pick<MicroPlan["modules"][number], "module_id" | "depends_on" | "reuse_decision">[];
};

/** Reused modules count as shipped from the start, because nothing is built (decisions.md#reuse-builds-nothing). */
export function planProspects(plan: PlanOrder, ends: ReadonlyMap<ModuleId, ModuleEnd>): PlanProspects {
  const dependencies = moduleDependencies(plan.modules);
  const reused = new Set(
    plan.modules.filter((module) => module.reuse_decision === "REUSE").map(({ module_id }) => module_id),
  );
  const order = orderModules(plan);
  const hasShipped = (id: ModuleId) => reused.has(id) || ends.get(id) === "SHIPPED";
  const failed = order.filter((id) => !hasShipped(id) && ends.get(id) === "FAILED");
  const lost = reachableFrom(failed, dependantsOf(dependencies));
  const open = order.filter((id) => !hasShipped(id) && !failed.includes(id) && !lost.has(id));
  const isReady = (id: ModuleId) =>
    (dependencies.get(id) ?? []).every((needed) => !dependencies.has(needed) || hasShipped(needed));
  return {
    shipped: order.filter(hasShipped),
    failed,
    abandoned: order.filter((id) => lost.has(id) && !hasShipped(id) && !failed.includes(id)),
    eligible: open.filter(isReady),
    waiting: open.filter((id) => !isReady(id)),
  };
}

/**
 * What a task does next: attempt the eligible modules, ship when all have shipped, or halt when none is left to try.
 */
export function nextOfPlan({ eligible, failed }: PlanProspects): "attempt" | "integrate" | "halt" {
  if (eligible.length > 0) return "attempt";
  return failed.length > 0 ? "halt" : "integrate";
}

import { z } from "zod";
import { MicroPlanId } from "../artifacts/artifact-id.js";
import { manifestIsCoherent } from "../contract/manifest.js";
import { noDuplicates } from "../contract/unique.js";
import { findCycle } from "../graph.js";
import { ModuleId, ModuleRef, moduleRef, Version } from "../ids.js";
import { DeclaredDependencies } from "./declared-dependency.js";
import { moduleDependencies } from "./module-order.js";
import { builtModuleFields, plannedModuleFields } from "./planned-module.js";

/**
 * A task and the version of the spec that it comes from: `T-core-auth-login-001@1.0.0`
 * (requirements.md#the-micro-plan).
 */
const TaskRef = z
  .string()
  .regex(
    /^T-[a-z0-9]+(?:-[a-z0-9]+)*-\d{3}@(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)$/,
    "must look like T-core-auth-login-001@1.0.0",
  );

const numberedFields = {
  module_id: ModuleId,
  module_version: Version,
  ...plannedModuleFields,
  depends_on: z.array(ModuleRef),
};

const ReusedModule = z.strictObject({ ...numberedFields, reuse_decision: z.literal("REUSE") });

export const BuiltModule = z.strictObject({ ...numberedFields, ...builtModuleFields }).superRefine(manifestIsCoherent);
export type BuiltModule = z.infer<typeof BuiltModule>;

export const PlannedModule = z.discriminatedUnion("reuse_decision", [ReusedModule, BuiltModule]);
export type PlannedModule = z.infer<typeof PlannedModule>;

/** A task's decomposition, numbered by the loop and ready to be locked (requirements.md#the-micro-plan). */
export const MicroPlan = z.strictObject({
  micro_plan_id: MicroPlanId,
  parent_task_ref: TaskRef,
  modules: z
    .array(PlannedModule)
    .min(1)
    .superRefine(noDuplicates("module", (module) => module.module_id, "module_id"))
    .superRefine((modules, context) => {
      const cycle = findCycle(moduleDependencies(modules));
      if (cycle !== undefined)
        context.addIssue({ code: "custom", message: `modules depend on each other: ${cycle.join(" -> ")}` });
    }),
  dependencies: DeclaredDependencies,
});
export type MicroPlan = z.infer<typeof MicroPlan>;

export function plannedRef(module: Pick<PlannedModule, "module_id" | "module_version">): ModuleRef {
  return moduleRef(module.module_id, module.module_version);
}

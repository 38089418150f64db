import { type Dependencies, topologicalOrder } from "../graph.js";
import { type ModuleId, type ModuleRef, parseModuleRef } from "../ids.js";

type Ordered = { readonly module_id: ModuleId; readonly depends_on: readonly ModuleRef[] };

/** Dependencies by module id. References to modules outside the plan are included; every graph function skips them. */
export function moduleDependencies(modules: readonly Ordered[]): Dependencies {
  return new Map(
    modules.map((module) => [module.module_id, module.depends_on.map((ref) => parseModuleRef(ref).moduleId)]),
  );
}

/** Dependencies first, otherwise declaration order (requirements.md#module-order). */
export function orderModules(plan: { readonly modules: readonly Ordered[] }): ModuleId[] {
  const { order, leftOver } = topologicalOrder(moduleDependencies(plan.modules));
  if (leftOver.length > 0) throw new Error(`a validated plan has no cycle, and this one has: ${leftOver.join(", ")}`);
  return order;
}

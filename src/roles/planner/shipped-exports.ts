import type { ModuleRef } from "../../domain/ids.js";
import { entryRef, isThere } from "../../domain/index-entries/code-index-entry.js";
import { isReused, type PlanDraft } from "../../domain/plan/plan-draft.js";
import { exportsOfDependency, readDependency } from "../reading/read-dependency.js";
import type { TaskReading } from "../reading/read-task.js";

/** The exports of the shipped modules that a plan depends on: what its modules can consume of them. */
export async function shippedExports(
  { index, tree }: Pick<TaskReading, "index" | "tree">,
  { modules }: Pick<PlanDraft, "modules">,
): Promise<Map<ModuleRef, readonly string[]>> {
  const named = new Set(
    modules.flatMap((module) => [...module.depends_on, ...(isReused(module) ? [module.reuse_ref] : [])]),
  );
  const shipped = index.filter((entry) => isThere(entry) && named.has(entryRef(entry))).map(entryRef);
  return new Map(
    await Promise.all(
      shipped.map(async (ref) => {
        const exports = await exportsOfDependency(tree, await readDependency(tree, ref), null);
        return [ref, exports.map(({ name }) => name)] as const;
      }),
    ),
  );
}

import { Contract } from "../../domain/contract/contract.js";
import type { Neighbour } from "../../domain/enforcement/do-not-import.js";
import { parseModuleRef } from "../../domain/ids.js";
import { isActive } from "../../domain/index-entries/code-index-entry.js";
import type { BuiltModule } from "../../domain/plan/micro-plan.js";
import { orThrow } from "../../domain/refusal.js";
import { readYaml } from "../../yaml/yaml.js";
import { missingRecord } from "./missing-file.js";
import { isBuilt, type TaskReading } from "./read-task.js";

/** Some of the shipped modules that it does not depend on, and the number of the others. */
export type ShippedElsewhere = { readonly shown: readonly Neighbour[]; readonly leftOut: number };

/** The newest ones are the most likely to be confused with the module at hand. */
const SHOWN = 30;

/** Modules of other tasks that are closed to this one, because it does not declare them as dependencies. */
export async function readShippedElsewhere(
  { index, tree, plan }: Pick<TaskReading, "index" | "tree" | "plan">,
  { depends_on }: Pick<BuiltModule, "depends_on">,
): Promise<ShippedElsewhere> {
  const declared = depends_on.map((ref) => parseModuleRef(ref).moduleId);
  const known = new Set([...declared, ...(plan?.modules ?? []).filter(isBuilt).map(({ module_id }) => module_id)]);
  const others = index
    .filter((entry) => isActive(entry) && !known.has(entry.module_id))
    .sort((a, b) => Number(b.module_id.slice(3)) - Number(a.module_id.slice(3)));
  const shown = await Promise.all(
    others.slice(0, SHOWN).map(async ({ contract_ref, module_id }) => {
      const text = await tree.read(contract_ref);
      if (text === undefined) throw missingRecord(contract_ref);
      const { creates } = orThrow(readYaml(contract_ref, text, Contract));
      return { moduleId: module_id, shipped: true, creates };
    }),
  );
  return { shown, leftOut: others.length - shown.length };
}

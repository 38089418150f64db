import { Contract } from "../../domain/contract/contract.js";
import { moduleRef, parseModuleRef } from "../../domain/ids.js";
import { isActive } from "../../domain/index-entries/code-index-entry.js";
import { consumersOf } from "../../domain/index-entries/consumers.js";
import { orThrow } from "../../domain/refusal.js";
import type { JobResult } from "../../engine/ports.js";
import { type DeprecationOrder, migrationPath } from "../../features/deprecation/deprecation-state.js";
import { migratedContract } from "../../features/interface-change/rules/agreed-plan.js";
import { readCodeIndex, readShipped } from "../../roles/reading/read-shipped.js";
import type { Tree } from "../../roles/reading/read-task.js";
import { writeYaml } from "../../yaml/yaml.js";

/**
 * The active consumers of a module that was deprecated, with the contract that each has on the replacement. What was
 * built on the replacement already, and the replacement itself, stay.
 */
export async function findMigrations(
  tree: Tree,
  { module_ref, replacement }: DeprecationOrder,
  at: string,
): Promise<JobResult> {
  const entries = orThrow(await readCodeIndex(tree));
  const target =
    replacement === null
      ? undefined
      : entries.find((entry) => moduleRef(entry.module_id, entry.version) === replacement);
  // It may have been deprecated or replaced since, and nothing is built on that.
  const isThere = replacement !== null && target !== undefined && isActive(target);
  const using = isThere ? consumersOf(entries.filter(isActive), module_ref) : [];
  const refs = using.filter((ref) => parseModuleRef(ref).moduleId !== target?.module_id);
  const [from, to, ...modules] = orThrow(await readShipped(tree, isThere ? [module_ref, replacement, ...refs] : []));
  const moved = modules
    .filter(({ evidence }) => !evidence.dependencies.some((dependency) => dependency.module_ref === replacement))
    .flatMap(({ contract }) => {
      if (from === undefined || to === undefined) return [];
      const { module_id, module_version } = contract;
      const next = migratedContract(contract, from.contract, to.contract);
      return [{ module_ref: moduleRef(module_id, module_version), version: next.module_version, next }];
    });
  const consumers = moved.map(({ next: _contract, ...consumer }) => consumer);
  return {
    events: [{ kind: "deprecation-consumers-found", at, module_ref, consumers }],
    files: moved.map(({ module_ref: consumer, next }) => ({
      path: migrationPath(module_ref, consumer),
      text: writeYaml(next, Contract),
    })),
  };
}

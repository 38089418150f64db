import { Contract } from "../../domain/contract/contract.js";
import { fingerprint } from "../../domain/contract/fingerprint.js";
import { moduleStatePath } from "../../domain/gates/state-paths.js";
import { type ModuleRef, parseModuleRef } from "../../domain/ids.js";
import { moduleFolder } from "../../domain/index-entries/code-index-entry.js";
import { orThrow } from "../../domain/refusal.js";
import { deltaBetween } from "../../features/interface-change/rules/delta-between.js";
import type { InterfaceChangeCall } from "../../features/interface-change/rules/interface-change-request.js";
import type { Raised } from "../../features/interface-change/rules/raise-interface-change.js";
import { ShipEvidence } from "../../features/shipping/ship-evidence.js";
import { type Raiser, raiseUpstream, unmergedOf } from "../../roles/asking/raise-upstream.js";
import type { Dependency } from "../../roles/reading/read-dependency.js";
import type { ModuleReading } from "../../roles/reading/read-module.js";
import type { TaskReading } from "../../roles/reading/read-task.js";
import { readYaml } from "../../yaml/yaml.js";

/**
 * A dependency whose contract no longer hashes to its ship evidence: the module was built on an interface that never
 * shipped. Ship raises an exception with the difference as the requested change (requirements.md#who-may-raise,
 * requirements.md#fingerprint-mismatch).
 */
export async function driftedDependency(
  task: TaskReading,
  module: ModuleReading,
  raiser: Omit<Raiser, "role">,
): Promise<Raised | undefined> {
  for (const dependency of module.dependencies) {
    const { ref } = dependency.surface;
    if (unmergedOf(task).includes(ref)) continue;
    const shipped = await shippedContract(task, ref, dependency);
    const call = shipped === undefined ? undefined : callFor(ref, shipped, dependency.contract);
    if (call === undefined) continue;
    const raised = raiseUpstream(task, module, { role: "ship", ...raiser, call, contractOf: () => shipped });
    if (raised.ok) return raised.value;
  }
  return undefined;
}

/** The contract of the evidence, if it is not the present one. */
async function shippedContract(
  task: TaskReading,
  ref: ModuleRef,
  { contract }: Dependency,
): Promise<Contract | undefined> {
  const { moduleId, version } = parseModuleRef(ref);
  const path = `${moduleFolder(moduleId, version)}/ship.yml`;
  const evidence = orThrow(readYaml(path, (await task.tree.read(path)) ?? "", ShipEvidence));
  const { interface_fingerprint: expected } = evidence.verification;
  if (fingerprint(contract) === expected) return undefined;
  const maker = Object.entries(task.state.project?.tasks ?? {}).find(([, { module_refs }]) =>
    module_refs.includes(ref),
  );
  if (maker === undefined) return undefined;
  const kept = moduleStatePath(maker[0], moduleId, "contract.yml");
  const text = (await task.stored([kept])).get(kept);
  const original = text === undefined ? undefined : orThrow(readYaml(kept, text, Contract));
  return original !== undefined && fingerprint(original) === expected ? original : undefined;
}

function callFor(target_module: ModuleRef, shipped: Contract, found: Contract): InterfaceChangeCall | undefined {
  const proposed_delta = deltaBetween(shipped, found);
  if (proposed_delta === null) return undefined;
  return {
    type: "INCOMPLETE",
    target_module,
    reason: `The contract of ${target_module} is not the one that shipped, and this module was built on it.`,
    evidence: [`Interface fingerprint mismatch: expected ${fingerprint(shipped)}, got ${fingerprint(found)}`],
    proposed_delta,
    compatibility: "UNKNOWN",
    urgency: "BLOCKING",
  };
}

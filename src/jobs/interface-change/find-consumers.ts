import { Contract } from "../../domain/contract/contract.js";
import { moduleRef, parseModuleRef } from "../../domain/ids.js";
import { isActive } from "../../domain/index-entries/code-index-entry.js";
import { consumersOf, consumersToReverify } from "../../domain/index-entries/consumers.js";
import { orThrow } from "../../domain/refusal.js";
import type { JobEffect, JobResult, RepositoryRef } from "../../engine/ports.js";
import { reverifiedContract } from "../../features/interface-change/rules/agreed-plan.js";
import { consumerPath } from "../../features/interface-change/rules/change-file-paths.js";
import { type JobPorts, NOTHING } from "../../roles/reading/job-ports.js";
import { readCodeIndex, readShipped } from "../../roles/reading/read-shipped.js";
import { readTree } from "../../roles/reading/read-task.js";
import { writeYaml } from "../../yaml/yaml.js";

type Finding = Extract<JobEffect, { kind: "find-consumers" }>;

/** The consumers of a module whose interface has changed, with the contract to verify each with. */
export async function findConsumers(
  repository: RepositoryRef,
  { change_id, head }: Finding,
  { state: store, reader, clock }: Pick<JobPorts, "state" | "reader" | "clock">,
): Promise<JobResult> {
  const loaded = await store.load(repository);
  const change = loaded.kind === "loaded" ? loaded.state.interface_changes[change_id] : undefined;
  if (change?.stage.stage !== "shipped") return NOTHING;
  const shipped = moduleRef(parseModuleRef(change.target_module).moduleId, change.stage.version);
  const tree = await readTree(repository, head, reader);
  const entries = orThrow(await readCodeIndex(tree));
  // Also after an additive version: the release compares every consumer with the fingerprint it was built with
  // (requirements.md#release-gates).
  const using = consumersOf(entries.filter(isActive), change.target_module);
  const refs = [...new Set([...consumersToReverify(entries, shipped), ...using])];
  const modules = orThrow(await readShipped(tree, refs));
  const contracts = modules
    .filter(({ evidence }) => !evidence.dependencies.some(({ module_ref }) => module_ref === shipped))
    .map(({ contract }) => ({ contract, next: reverifiedContract(contract, shipped) }));
  const consumers = contracts.map(({ contract: { module_id, module_version }, next }) => ({
    module_ref: moduleRef(module_id, module_version),
    version: next.module_version,
  }));
  const event = { kind: "consumers-found", consumers } as const;
  return {
    events: [{ kind: "interface-change-updated", at: clock.now(), exception_id: change_id, event }],
    files: contracts.map(({ next }) => ({
      path: consumerPath(change_id, next.module_id),
      text: writeYaml(next, Contract),
    })),
  };
}

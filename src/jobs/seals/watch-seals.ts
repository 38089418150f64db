import { Contract } from "../../domain/contract/contract.js";
import { parseModuleRef } from "../../domain/ids.js";
import { indexEntryOf, moduleFolder } from "../../domain/index-entries/code-index-entry.js";
import type { JobEffect, JobResult, RepositoryRef } from "../../engine/ports.js";
import { type Drift, driftKey, driftOf, type ShippedVersion } from "../../features/seals/drift.js";
import { driftedModules, driftNote, shippedCheck } from "../../features/seals/drift-report.js";
import { indexDrift } from "../../features/seals/index-drift.js";
import type { KnownVersions } from "../../features/shipping/known-versions.js";
import { SHIPPED_CHECK } from "../../render/check-output.js";
import { hiddenMarker } from "../../render/marker.js";
import { type JobPorts, NOTHING } from "../../roles/reading/job-ports.js";
import { readSealed } from "../../roles/reading/read-sealed.js";
import { readAt } from "../../roles/reading/read-shipped.js";
import { readTree, type Tree } from "../../roles/reading/read-task.js";
import { dependantsOf } from "./judge-seals.js";

type Watching = Extract<JobEffect, { kind: "watch-seals" }>;

/**
 * Compares the default branch with what shipped there. The note is posted first: the check run marks this head as done,
 * and after a crash in between the note is found by its key.
 */
export async function watchSeals(
  repository: RepositoryRef,
  { key, head, issue, known, ways }: Watching,
  { reader, forge, signal }: Pick<JobPorts, "reader" | "forge" | "signal">,
): Promise<JobResult> {
  const { drifts, entries } = await findDrift(await readTree(repository, head, reader), known);
  const facts = { drifts, dependants: dependantsOf({ entries }, driftedModules(drifts)), ways };
  if (signal.aborted) return NOTHING;
  if (drifts.length > 0 && issue !== null) {
    const noteKey = driftKey(drifts);
    const body = `${hiddenMarker(noteKey)}\n${driftNote(facts, head)}`;
    await forge.perform(repository, { kind: "say", key: noteKey, issue, body });
  }
  await forge.perform(repository, {
    kind: "keep-check-run",
    key: "shipped",
    name: SHIPPED_CHECK,
    head,
    ...shippedCheck(facts),
    text: hiddenMarker(key),
    actions: [],
  });
  return NOTHING;
}

async function findDrift(tree: Tree, known: KnownVersions) {
  const { versions, entries, unreadable } = await readSealed(tree);
  const read = await Promise.all(
    versions.map(async ({ module_ref, evidence }): Promise<ShippedVersion | Drift> => {
      const { moduleId, version } = parseModuleRef(module_ref);
      const path = `${moduleFolder(moduleId, version)}/contract.yml`;
      const contract = await readAt(tree, path, Contract);
      if (contract.ok) return { module_ref, evidence, contract: contract.value };
      return { kind: "record", path, why: contract.refusal.message };
    }),
  );
  const whole = read.flatMap((version) => ("kind" in version ? [] : [version]));
  const broken = read.flatMap((version) => ("kind" in version ? [version] : []));
  const index = indexDrift({
    known,
    entries,
    shippedAs: new Map(whole.map(({ module_ref, contract }) => [module_ref, indexEntryOf(contract)])),
    blobs: tree.blobs,
  });
  const drifts: Drift[] = [...unreadable, ...broken, ...index, ...driftOf(whole, tree.blobs)];
  return { drifts, entries };
}

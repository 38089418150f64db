import { Contract } from "../domain/contract/contract.js";
import { type Drift, driftKey, driftOf, type ShippedVersion } from "../domain/ship/drift.js";
import type { JobEffect, JobResult, RepositoryRef } from "../ports.js";
import { SHIPPED_CHECK } from "../render/check-output.js";
import { driftNote, shippedCheck } from "../render/drift-report.js";
import { hiddenMarker } from "../render/marker.js";
import { type JobPorts, NOTHING } from "./job-ports.js";
import { readSealed } from "./read-sealed.js";
import { readAt } from "./read-shipped.js";
import { readTree, type Tree } from "./read-task.js";

type Watching = Extract<JobEffect, { kind: "watch-seals" }>;

/**
 * Compares the default branch with what shipped there. The note comes first: the check run says that this head is done
 * with, and whoever crashes in between finds the note by its key.
 */
export async function watchSeals(
  repository: RepositoryRef,
  { key, head, issue }: Watching,
  { reader, forge, signal }: Pick<JobPorts, "reader" | "forge" | "signal">,
): Promise<JobResult> {
  const drifts = await findDrift(await readTree(repository, head, reader));
  if (signal.aborted) return NOTHING;
  if (drifts.length > 0 && issue !== null) {
    const noteKey = driftKey(drifts);
    const body = `${hiddenMarker(noteKey)}\n${driftNote(drifts, head)}`;
    await forge.perform(repository, { kind: "say", key: noteKey, issue, body });
  }
  await forge.perform(repository, {
    kind: "keep-check-run",
    key: "shipped",
    name: SHIPPED_CHECK,
    head,
    ...shippedCheck(drifts),
    text: hiddenMarker(key),
    actions: [],
  });
  return NOTHING;
}

async function findDrift(tree: Tree): Promise<Drift[]> {
  const { versions, unreadable } = await readSealed(tree);
  const read = await Promise.all(
    versions.map(async ({ module_ref, entry, evidence }): Promise<ShippedVersion | Drift> => {
      const contract = await readAt(tree, entry.contract_ref, Contract);
      if (contract.ok) return { module_ref, evidence, contract: contract.value };
      return { kind: "record", path: entry.contract_ref, why: contract.refusal.message };
    }),
  );
  const whole = read.flatMap((version) => ("kind" in version ? [] : [version]));
  const broken = read.flatMap((version) => ("kind" in version ? [version] : []));
  return [...unreadable, ...broken, ...driftOf(whole, tree.blobs)];
}

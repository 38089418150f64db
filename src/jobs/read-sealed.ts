import type { ModuleRef } from "../domain/ids.js";
import { CodeIndexEntry, entryRef } from "../domain/index-entries/code-index-entry.js";
import type { Drift } from "../domain/ship/drift.js";
import { ShipEvidence } from "../domain/ship/ship-evidence.js";
import { INDEX_ENTRY, readAt } from "./read-shipped.js";
import type { Tree } from "./read-task.js";

/** One shipped version that can be read. */
type SealedVersion = {
  readonly module_ref: ModuleRef;
  readonly entry: CodeIndexEntry;
  readonly evidence: ShipEvidence;
};

/** What a commit of the default branch keeps sealed, and which parts of its record cannot be read. */
export type SealedReading = {
  readonly versions: readonly SealedVersion[];
  readonly unreadable: readonly Extract<Drift, { kind: "record" }>[];
};

/** What is sealed is written in each shipped version's own evidence. One that is broken must not open all the others. */
export async function readSealed(tree: Tree): Promise<SealedReading> {
  const paths = tree.entries.map(({ path }) => path).filter((path) => INDEX_ENTRY.test(path));
  const read = await Promise.all(paths.map((path) => readVersion(tree, path)));
  return {
    versions: read.flatMap((version) => ("kind" in version ? [] : [version])),
    unreadable: read.flatMap((version) => ("kind" in version ? [version] : [])),
  };
}

async function readVersion(tree: Tree, path: string): Promise<SealedVersion | Extract<Drift, { kind: "record" }>> {
  const entry = await readAt(tree, path, CodeIndexEntry);
  if (!entry.ok) return { kind: "record", path, why: entry.refusal.message };
  const { ship_ref } = entry.value;
  const evidence = await readAt(tree, ship_ref, ShipEvidence);
  if (!evidence.ok) return { kind: "record", path: ship_ref, why: evidence.refusal.message };
  return { module_ref: entryRef(entry.value), entry: entry.value, evidence: evidence.value };
}

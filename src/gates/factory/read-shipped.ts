import semver from "semver";
import { z } from "zod";
import { type Digest, type ModuleId, moduleRef } from "../../domain/ids.js";
import { indexEntryPath } from "../../domain/index-entries/code-index-entry.js";
import { accept, type Outcome } from "../../domain/refusal.js";
import type { Seal } from "../../features/seals/seal.js";
import { ShipEvidence } from "../../features/shipping/ship-evidence.js";
import type { FileTree } from "../../languages/file-tree.js";
import { readOptional, readRequired } from "./read-file.js";

/** The shipped modules at the base. */
export type Shipped = { readonly seals: readonly Seal[]; readonly evidence: readonly ShipEvidence[] };

const SHIP_FILE = /^\.factory\/modules\/[^/]+\/[^/]+\/ship\.yml$/;

export function readShipped(base: FileTree): Outcome<Shipped> {
  const evidence: ShipEvidence[] = [];
  for (const path of base.paths().filter((candidate) => SHIP_FILE.test(candidate))) {
    const read = readRequired(base, path, ShipEvidence);
    if (!read.ok) return read;
    const there = isStillThere(base, read.value);
    if (!there.ok) return there;
    if (there.value) evidence.push(read.value);
  }
  const seals = evidence.map(({ module_id, module_version, sealed_files }) => ({
    module_ref: moduleRef(module_id, module_version),
    files: sealed_files,
  }));
  return accept({ seals, evidence });
}

/** Loose, because the App that wrote the index may be newer than this action. */
const IndexedStatus = z.looseObject({ status: z.string() });

/** A reverted task has no code any more, so its paths are open again. */
function isStillThere(base: FileTree, { module_id, module_version }: ShipEvidence): Outcome<boolean> {
  const entry = readOptional(base, indexEntryPath(moduleRef(module_id, module_version)), IndexedStatus);
  return entry.ok ? accept(entry.value?.status !== "WITHDRAWN") : entry;
}

/** The interface of the newest shipped version of a module; null if none has shipped. */
export function previousFingerprint({ evidence }: Shipped, module: ModuleId): Digest | null {
  const versions = evidence
    .filter(({ module_id }) => module_id === module)
    .sort((one, other) => semver.rcompare(one.module_version, other.module_version));
  return versions[0]?.verification.interface_fingerprint ?? null;
}

/**
 * The part of a contract that others depend on. It is read loosely, because an older contract may lack newer fields.
 */
export const DependencyContract = z.looseObject({ entry: z.string(), creates: z.array(z.string()) });

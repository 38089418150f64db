import { z } from "zod";
import type { Contract } from "../contract/contract.js";
import { fingerprint } from "../contract/fingerprint.js";
import { RepoPath } from "../contract/repo-path.js";
import { Digest, ModuleRef, moduleRef, Sha } from "../ids.js";
import { accept, type Outcome, refuse } from "../refusal.js";

/**
 * The subject of a challenge or an adjudication: the interface, and the content of this module's files only. Commits of
 * later modules do not affect it; a change to these files makes it stale (decisions.md#verdicts-are-bound-to-content).
 */
export const VerdictBinding = z.strictObject({
  module_ref: ModuleRef,
  fingerprint: Digest,
  contract_blob: Sha,
  test_blob: Sha,
  examples_blob: Sha,
  /** Each file of the manifest; null if it is absent. */
  manifest_blobs: z.record(RepoPath, Sha.nullable()),
});
export type VerdictBinding = z.infer<typeof VerdictBinding>;

/** Where the files of a module are at one head. */
export type ModuleFiles = {
  readonly contract: Contract;
  readonly contractPath: string;
  readonly examplesPath: string;
  readonly blobs: ReadonlyMap<string, Sha>;
};

export function bindVerdict({ contract, contractPath, examplesPath, blobs }: ModuleFiles): Outcome<VerdictBinding> {
  const contract_blob = blobs.get(contractPath);
  const test_blob = blobs.get(contract.test_file);
  const examples_blob = blobs.get(examplesPath);
  if (contract_blob === undefined || test_blob === undefined || examples_blob === undefined) {
    const missing = [contractPath, contract.test_file, examplesPath].filter((path) => !blobs.has(path));
    return refuse("nothing-to-judge", `${contract.module_id} cannot be judged without: ${missing.join(", ")}.`, {
      missing,
    });
  }
  return accept({
    module_ref: moduleRef(contract.module_id, contract.module_version),
    fingerprint: fingerprint(contract),
    contract_blob,
    test_blob,
    examples_blob,
    manifest_blobs: Object.fromEntries(contract.files.map(({ path }) => [path, blobs.get(path) ?? null])),
  });
}

/** One thing that differs from what was judged. */
export type Staleness = { readonly what: string; readonly judged: string | null; readonly now: string | null };

const INTERFACE_PARTS = ["module_ref", "fingerprint", "contract_blob", "test_blob", "examples_blob"] as const;

/** What has changed since a verdict. An empty list means that the verdict is still valid. */
export function staleness(judged: VerdictBinding, now: VerdictBinding): Staleness[] {
  const [before, after] = [partsOf(judged), partsOf(now)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((what) => ({ what, judged: before.get(what) ?? null, now: after.get(what) ?? null }))
    .filter((part) => part.judged !== part.now);
}

function partsOf(binding: VerdictBinding): Map<string, string | null> {
  const parts = INTERFACE_PARTS.map((part): [string, string] => [part, binding[part]]);
  return new Map<string, string | null>([...parts, ...Object.entries(binding.manifest_blobs)]);
}

import type { Contract } from "../../domain/contract/contract.js";
import { fingerprint } from "../../domain/contract/fingerprint.js";
import { digestOf } from "../../domain/hash.js";
import type { Digest, ModuleRef, Sha } from "../../domain/ids.js";
import type { ShipEvidence } from "../shipping/ship-evidence.js";
import { type Seal, sealsInForce } from "./seal.js";

/** A difference between the default branch and what shipped there. */
export type Drift =
  | {
      readonly kind: "file";
      readonly module_ref: ModuleRef;
      readonly path: string;
      readonly change: "modified" | "deleted";
    }
  | { readonly kind: "interface"; readonly module_ref: ModuleRef; readonly shipped: Digest; readonly found: Digest }
  /** The code index has an entry that an append-only index would not have. */
  | { readonly kind: "index"; readonly module_ref: ModuleRef; readonly why: string }
  /** Part of the record of what shipped is missing or unreadable. */
  | { readonly kind: "record"; readonly path: string; readonly why: string };

/** A shipped version as the default branch has it. */
export type ShippedVersion = {
  readonly module_ref: ModuleRef;
  readonly evidence: ShipEvidence;
  readonly contract: Contract;
};

/** Sealed files that have changed, and contracts that no longer hash to their ship evidence. */
export function driftOf(shipped: readonly ShippedVersion[], blobs: ReadonlyMap<string, Sha>): Drift[] {
  return [...fileDrift(shipped.map(sealOf), blobs), ...shipped.flatMap(interfaceDrift)];
}

export function sealOf({ module_ref, evidence }: Pick<ShippedVersion, "module_ref" | "evidence">): Seal {
  return { module_ref, files: evidence.sealed_files };
}

function fileDrift(seals: readonly Seal[], blobs: ReadonlyMap<string, Sha>): Drift[] {
  return sealsInForce(seals).flatMap(({ module_ref, files }) =>
    files.flatMap(({ path, blob }): Drift[] => {
      const found = blobs.get(path);
      if (found === blob) return [];
      return [{ kind: "file", module_ref, path, change: found === undefined ? "deleted" : "modified" }];
    }),
  );
}

function interfaceDrift({ module_ref, evidence, contract }: ShippedVersion): Drift[] {
  const shipped = evidence.verification.interface_fingerprint;
  const found = fingerprint(contract);
  return found === shipped ? [] : [{ kind: "interface", module_ref, shipped, found }];
}

/** The same drift has the same key, whatever else changes on the branch. Each is reported once. */
export function driftKey(drifts: readonly Drift[]): string {
  const parts = drifts.map((drift) => {
    switch (drift.kind) {
      case "file":
        return `${drift.module_ref} ${drift.change} ${drift.path}`;
      case "interface":
        return `${drift.module_ref} interface`;
      case "index":
        return `${drift.module_ref} index ${drift.why}`;
      case "record":
        return `record ${drift.path}`;
      default:
        return drift satisfies never;
    }
  });
  return `drift:${digestOf(parts.toSorted()).slice(0, 32)}`;
}

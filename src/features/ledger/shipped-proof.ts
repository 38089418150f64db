import { moduleRef } from "../../domain/ids.js";
import type { ShippedProof } from "../../domain/ledger/proof.js";
import type { ShipEvidence } from "../shipping/ship-evidence.js";

/** Ship evidence as a chain ends in it. Evidence of before there were proofs proves no criterion. */
export function shippedProof(evidence: ShipEvidence): ShippedProof {
  const { module_id, module_version, provenance, environment, sealed_files, proofs = [] } = evidence;
  return {
    module_ref: moduleRef(module_id, module_version),
    task_id: provenance?.task_ref ?? null,
    commit: environment.repo_revision,
    files: sealed_files.map(({ path }) => path),
    proofs,
  };
}

import { z } from "zod";
import { Digest, ModuleRef, moduleRef, Sha } from "../ids.js";
import { accept, type Outcome, refuse } from "../refusal.js";
import type { Contract, ContractMode } from "./contract.js";
import { fingerprint } from "./fingerprint.js";

/** A contract as it was at red: from there on nothing of the file moves (RULES, what a verdict is bound to). */
export const ContractLock = z.strictObject({ module_ref: ModuleRef, contract_blob: Sha, fingerprint: Digest });
export type ContractLock = z.infer<typeof ContractLock>;

export function lockContract(contract: Contract, contractBlob: Sha): ContractLock {
  return {
    module_ref: moduleRef(contract.module_id, contract.module_version),
    contract_blob: contractBlob,
    fingerprint: fingerprint(contract),
  };
}

/** The whole file is compared, so clauses, mode, manifest and assertion surface are locked with the interface. */
export function checkContractLock(lock: ContractLock, contractBlob: Sha): Outcome<ContractLock> {
  if (contractBlob === lock.contract_blob) return accept(lock);
  return refuse(
    "contract-moved",
    `The contract of ${lock.module_ref} was locked at red as ${lock.contract_blob} and is now ${contractBlob}. Restore it, or go back to specifying and lock it again.`,
    { module_ref: lock.module_ref, locked: lock.contract_blob, actual: contractBlob },
  );
}

/** Only configuration or a person sets CREATIVE; a role that asks for it is refused (RULES). STRICT is always granted. */
export function checkContractMode(contract: Contract, granted: ContractMode): Outcome<ContractMode> {
  if (contract.mode === "STRICT" || granted === "CREATIVE") return accept(contract.mode);
  return refuse(
    "mode-not-granted",
    `The contract of ${contract.module_id} asks for mode CREATIVE. Only the configuration or a person grants it; write STRICT.`,
    { module_id: contract.module_id, asked: contract.mode, granted },
  );
}

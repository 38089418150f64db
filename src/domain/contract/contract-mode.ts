import { accept, type Outcome, refuse } from "../refusal.js";
import type { Contract, ContractMode } from "./contract.js";

/**
 * Only configuration or a person sets CREATIVE; a role that asks for it is refused
 * (decisions.md#only-people-loosen-rules). STRICT is always granted.
 */
export function checkContractMode(contract: Contract, granted: ContractMode): Outcome<ContractMode> {
  if (contract.mode === "STRICT" || granted === "CREATIVE") return accept(contract.mode);
  return refuse(
    "mode-not-granted",
    `The contract of ${contract.module_id} asks for mode CREATIVE. Only the configuration or a person grants it; write STRICT.`,
    { module_id: contract.module_id, asked: contract.mode, granted },
  );
}

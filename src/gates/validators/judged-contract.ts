import type { JudgedContract } from "../contract-reading.js";
import type { GateContext } from "../gate-context.js";
import { type Finding, finding } from "../validator.js";

/**
 * Contract validators are skipped without a contract (requirements.md#gate-pipeline), and NOT_RUN with an unreadable
 * one.
 */
export function judgedContract({ contract }: GateContext, judge: (contract: JudgedContract) => Finding): Finding {
  if (contract.kind === "absent") return finding("SKIPPED", "There is no contract");
  if (contract.kind === "invalid") return finding("NOT_RUN", "The contract cannot be read: see CONTRACT_SCHEMA_VALID");
  return judge(contract.contract);
}

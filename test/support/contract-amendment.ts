import type { ContractAmendment } from "../../src/domain/enforcement/contract-amendment.js";
import { aViolation } from "./violation.js";

/** An amendment that changes the first module's contract. */
export function aContractAmendment(): ContractAmendment {
  return {
    amendment_id: "AMD-00000001",
    proposal: {
      module_id: "MM-0001",
      reason: "The note says more than can be kept.",
      proposed_changes: [{ path: "modes.notes", old_value: "returns at once", new_value: "returns when logged" }],
      additional_types: [],
      affected_modules: ["MM-0002"],
    },
    why: "It cannot return at once and log, too.",
    violations: [aViolation()],
    proposed_at: "2026-03-01T13:20:00Z",
  };
}

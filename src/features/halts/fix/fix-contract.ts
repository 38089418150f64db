import type { Contract } from "../../../domain/contract/contract.js";
import type { BuiltModule } from "../../../domain/plan/micro-plan.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";

/** The App composes contracts. A contract that a person writes must be about this module and its files. */
export function checkFixContract(path: string, contract: Contract, planned: BuiltModule): Outcome<null> {
  const { module_id, module_version, entry, test_file } = contract;
  const same =
    module_id === planned.module_id &&
    module_version === planned.module_version &&
    entry === planned.entry &&
    test_file === planned.test_file;
  if (same) return accept(null);
  const message = `${path} must keep module_id, module_version, entry and test_file as the plan has them`;
  return refuse("fix-contract", message, { path });
}

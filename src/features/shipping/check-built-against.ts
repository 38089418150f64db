import type { Contract } from "../../domain/contract/contract.js";
import { satisfiesRange } from "../../domain/contract/dependency.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { BuiltAgainst } from "./ship-evidence.js";

/** Each declared dependency has exactly one recorded version in its range, and no other version is recorded. */
export function checkBuiltAgainst(
  contract: Contract,
  recorded: readonly Pick<BuiltAgainst, "module_ref">[],
): Outcome<Contract> {
  const missing = contract.dependencies
    .map((dependency) => dependency.ref)
    .filter((query) => recorded.filter(({ module_ref }) => satisfiesRange(module_ref, query)).length !== 1);
  if (missing.length > 0) {
    return refuse(
      "dependency-fingerprint-missing",
      `${contract.module_id} must be built against exactly one version for each of: ${missing.join(", ")}.`,
      { missing },
    );
  }
  const undeclared = recorded
    .map((dependency) => dependency.module_ref)
    .filter((ref) => !contract.dependencies.some((dependency) => satisfiesRange(ref, dependency.ref)));
  if (undeclared.length === 0) return accept(contract);
  return refuse(
    "dependency-undeclared",
    `${contract.module_id} is built against what its contract does not declare: ${undeclared.join(", ")}.`,
    { undeclared },
  );
}

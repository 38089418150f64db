import { checkClauses } from "../domain/contract/check-clauses.js";
import type { Contract, ContractMode } from "../domain/contract/contract.js";
import { Contract as ContractSchema } from "../domain/contract/contract.js";
import { checkContractMode } from "../domain/contract/contract-mode.js";
import { type ErrorSurface, errorSurfacesOf } from "../domain/contract/dimensions.js";
import { fingerprint } from "../domain/contract/fingerprint.js";
import type { Digest } from "../domain/ids.js";

/** What the validators ask of a contract: all of it a `contract.yml` has, and a stand-alone plan the part it knows. */
export type JudgedContract = Pick<
  Contract,
  "mode" | "clauses" | "assertion_surface" | "assertions" | "creates" | "target_artifacts"
> & {
  /** Null in a stand-alone plan, which has files but no entry. */
  readonly entry: string | null;
  readonly error_surfaces: readonly ErrorSurface[];
};

/** A contract as it was found: none, one that cannot be read, or one to judge by. */
export type ContractReading =
  | { readonly kind: "absent" }
  | { readonly kind: "invalid"; readonly errors: readonly string[] }
  | { readonly kind: "read"; readonly contract: JudgedContract; readonly fingerprint: Digest | null };

/** Reads the value of a `contract.yml`: its schema, the clauses it owes, and the mode it was granted. */
export function readContract(value: unknown, granted: ContractMode): ContractReading {
  const parsed = ContractSchema.safeParse(value);
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => `${path.map(String).join(".")}: ${message}`);
    return { kind: "invalid", errors };
  }
  const contract = parsed.data;
  const mode = checkContractMode(contract, granted);
  const errors = [
    ...(mode.ok ? [] : [`mode: ${mode.refusal.message}`]),
    ...checkClauses(contract).map(({ path, message }) => `${path}: ${message}`),
  ];
  if (errors.length > 0) return { kind: "invalid", errors };
  const judged = { ...contract, error_surfaces: errorSurfacesOf(contract) };
  return { kind: "read", contract: judged, fingerprint: fingerprint(contract) };
}

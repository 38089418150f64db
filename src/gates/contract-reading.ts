import { checkClauses } from "../domain/contract/check-clauses.js";
import type { Contract, ContractMode } from "../domain/contract/contract.js";
import { Contract as ContractSchema } from "../domain/contract/contract.js";
import { checkContractMode } from "../domain/contract/contract-mode.js";
import { type ErrorSurface, errorSurfacesOf } from "../domain/contract/dimensions.js";
import { fingerprint } from "../domain/contract/fingerprint.js";
import type { Digest } from "../domain/ids.js";

/** The part of a contract that the validators need: a `contract.yml` has all of it, a stand-alone plan some. */
export type JudgedContract = Pick<
  Contract,
  "mode" | "clauses" | "assertion_surface" | "assertions" | "creates" | "target_artifacts"
> & {
  /** Null in a stand-alone plan, which has no entry. */
  readonly entry: string | null;
  readonly error_surfaces: readonly ErrorSurface[];
  /**
   * The tests of each clause, as a stand-alone plan states them. Null in the factory, which derives a mapping from the
   * tags.
   */
  readonly stated_mapping: Readonly<Record<string, readonly string[]>> | null;
};

/** The contract: none, an unreadable one, or a valid one. */
export type ContractReading =
  | { readonly kind: "absent" }
  | { readonly kind: "invalid"; readonly errors: readonly string[] }
  | { readonly kind: "read"; readonly contract: JudgedContract; readonly fingerprint: Digest | null };

/** Validates a `contract.yml`: its schema, its derived clauses, and its granted mode. */
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
  const judged = { ...contract, error_surfaces: errorSurfacesOf(contract), stated_mapping: null };
  return { kind: "read", contract: judged, fingerprint: fingerprint(contract) };
}

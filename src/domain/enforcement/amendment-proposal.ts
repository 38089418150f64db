import { z } from "zod";
import { nonBlank } from "../config/non-blank.js";
import { type Dependencies, dependantsOf, reachableFrom } from "../graph.js";
import { ModuleId } from "../ids.js";
import { accept, type Outcome, refuse } from "../refusal.js";
import { sameText } from "./change-contract.js";
import type { Violation } from "./retry-context.js";

/** One changed value of a contract: `clauses[0].spec`, before and after. */
const ProposedChange = z
  .strictObject({ path: nonBlank(200), old_value: z.string(), new_value: z.string() })
  .refine((change) => change.old_value !== change.new_value, { error: "changes nothing", path: ["new_value"] });

/**
 * A module's request to change its own contract, because it cannot be built as written
 * (requirements.md#contract-amendments).
 */
export const AmendmentProposal = z.strictObject({
  module_id: ModuleId,
  reason: nonBlank(2_000),
  proposed_changes: z.array(ProposedChange).min(1),
  additional_types: z.array(z.strictObject({ name: nonBlank(200), definition: nonBlank(10_000) })),
  affected_modules: z.array(ModuleId),
});
export type AmendmentProposal = z.infer<typeof AmendmentProposal>;

/** The same failure this often in a row indicates a wrong contract, not wrong code. */
export const REPETITIONS = 3;

/** Only these failures indicate that the contract may be wrong (decisions.md#which-contract-is-wrong). */
const CONTRACT_CHECKS = new Set(["signature_match", "function_exists", "CONTRACT_SCHEMA_VALID"]);

export type AmendmentQuestion = {
  readonly shipped: boolean;
  /** The violations of each attempt, oldest first. */
  readonly attempts: readonly (readonly Violation[])[];
};

/** The signature or contract failures that all of the last three attempts share, or why no amendment is proposed. */
export function amendmentDue({ shipped, attempts }: AmendmentQuestion): Outcome<Violation[]> {
  const last = attempts.slice(-REPETITIONS);
  const newest = (last.at(-1) ?? []).filter(pointsAtContract);
  const earlier = last.slice(0, -1).map((violations) => new Set(violations.map(identityOf)));
  const repeated = newest.filter((violation) => earlier.every((seen) => seen.has(identityOf(violation))));
  if (last.length < REPETITIONS || repeated.length === 0) {
    return refuse("not-repeated", `no signature or contract failure was the same in ${REPETITIONS} attempts in a row`);
  }
  if (shipped) {
    return refuse("contract-shipped", "a shipped contract never changes: raise an interface change exception instead");
  }
  return accept(repeated);
}

/** Whether a failure indicates that the contract may be wrong. */
export function pointsAtContract({ source, check }: Violation): boolean {
  return source === "contract" || CONTRACT_CHECKS.has(check);
}

/** The actual value differs between attempts; the expected one does not. */
function identityOf({ check, message, expected }: Violation): string {
  return JSON.stringify([check === "function_exists" ? "signature_match" : check, message, expected]);
}

export type AmendmentSubject = {
  /** The module that is being built. */
  readonly moduleId: ModuleId;
  readonly shipped: boolean;
  /** The contract's present value at a path, as the proposer was shown it. */
  readonly valueAt: (path: string) => string | undefined;
};

/** An amendment is only for the module's own, unshipped contract, and for its present text. */
export function checkAmendment(proposal: AmendmentProposal, subject: AmendmentSubject): Outcome<AmendmentProposal> {
  const { moduleId, shipped, valueAt } = subject;
  if (proposal.module_id !== moduleId) {
    return refuse("not-own-contract", `${moduleId} can amend its own contract only, not that of ${proposal.module_id}`);
  }
  if (shipped)
    return refuse("contract-shipped", `${moduleId} has shipped: raise an interface change exception instead`);
  const stale = proposal.proposed_changes.find((change) => !sameText(valueAt(change.path) ?? "", change.old_value));
  if (stale !== undefined) {
    return refuse("stale-amendment", `${stale.path} is no longer ${JSON.stringify(stale.old_value)}: propose again`, {
      path: stale.path,
      now: valueAt(stale.path),
    });
  }
  return accept(proposal);
}

/** Every module that depends on a module, directly or indirectly, in declaration order. */
export function affectedModules(moduleId: ModuleId, dependencies: Dependencies): ModuleId[] {
  const reached = reachableFrom([moduleId], dependantsOf(dependencies));
  return [...dependencies.keys()].filter((module) => module !== moduleId && reached.has(module));
}

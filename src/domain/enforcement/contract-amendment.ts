import { z } from "zod";
import { AmendmentId } from "../artifacts/artifact-id.js";
import type { Contract } from "../contract/contract.js";
import { Instant, ModuleId, ModuleRef, TaskId } from "../ids.js";
import { accept, type Outcome, refuse } from "../refusal.js";
import { Statement } from "../statement.js";
import { AmendmentProposal } from "./amendment-proposal.js";
import { changeContract, keepsChange } from "./change-contract.js";
import { Violation } from "./retry-context.js";

/** An amendment that waits for a person: the proposal, the reason, and the repeated failure. */
export const ContractAmendment = z.strictObject({
  amendment_id: AmendmentId,
  proposal: AmendmentProposal,
  /** The amendment proposer's message to the person who decides. */
  why: z.string().min(1),
  violations: z.array(Violation).min(1),
  proposed_at: Instant,
});
export type ContractAmendment = z.infer<typeof ContractAmendment>;

/** The answer that nothing is to be amended: the code has to follow the contract. */
export const DeclinedAmendment = z.strictObject({
  module_id: ModuleId,
  why: z.string().min(1),
  violations: z.array(Violation).min(1),
  declined_at: Instant,
});
export type DeclinedAmendment = z.infer<typeof DeclinedAmendment>;

/** A person's decision about an amendment, stored beside it. The next card about the same kind of failure cites it. */
export const AmendmentDecision = z.strictObject({
  amendment_id: AmendmentId,
  /** The stable name of the check that kept failing. */
  cause: z.string().min(1),
  task_id: TaskId,
  module_ref: ModuleRef,
  decision: z.enum(["ACCEPTED", "REJECTED"]),
  /** A rejection needs a reason. */
  reason: Statement.nullable(),
  by: z.string().min(1),
  at: Instant,
});
export type AmendmentDecision = z.infer<typeof AmendmentDecision>;

/** The kind of failure that an amendment is about. Each kind has one precedent. */
export function amendmentCause({ violations }: Pick<ContractAmendment, "violations">): string {
  return violations[0]?.check ?? "contract";
}

export function amendedContract(contract: Contract, { proposed_changes }: AmendmentProposal): Outcome<Contract> {
  return changeContract(contract, proposed_changes);
}

/** A value that a person accepted stays: no later version of the contract removes it without asking again. */
export function keepsAmendments(contract: Contract, amendments: readonly AmendmentProposal[]): Outcome<null> {
  const accepted = new Map(
    amendments.flatMap(({ proposed_changes }) => proposed_changes.map((change) => [change.path, change] as const)),
  );
  const lost = [...accepted.values()].filter((change) => !keepsChange(contract, change));
  if (lost.length === 0) return accept(null);
  const lines = lost.map(({ path, new_value }) =>
    new_value === ""
      ? `contract.${path}: a person took it out of the contract; leave it out.`
      : `contract.${path}: a person decided that it is ${new_value}; hand in exactly that.`,
  );
  return refuse("amendment-lost", lines.join("\n"), { paths: lost.map(({ path }) => path) });
}

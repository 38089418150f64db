import { z } from "zod";
import { Contract } from "../contract/contract.js";
import { AmendmentRecord } from "../debate/amendment-check.js";
import { ProposalAnswer } from "../debate/proposal.js";

/**
 * The parts of a contract that a Proposer writes. The plan defines identity, files and exports; clauses are derived.
 */
export const ContractDraft = z.strictObject({
  slug: Contract.shape.slug,
  title: Contract.shape.title,
  purpose: Contract.shape.purpose,
  tags: Contract.shape.tags,
  inputs: Contract.shape.inputs,
  outputs: Contract.shape.outputs,
  error_surfaces: Contract.shape.error_surfaces,
  effects: Contract.shape.effects,
  modes: Contract.shape.modes,
  error_cases: Contract.shape.error_cases,
  dependencies: Contract.shape.dependencies,
  compatibility: Contract.shape.compatibility,
  runtime_budgets: Contract.shape.runtime_budgets,
  assertion_surface: Contract.shape.assertion_surface,
  assertions: Contract.shape.assertions,
});
export type ContractDraft = z.infer<typeof ContractDraft>;

/** Contract and examples as separate texts. The tests are in the files that the Proposer wrote. */
export const SpecifyAnswer = z.strictObject({ contract: ContractDraft, examples: z.string().min(1).max(100_000) });
export type SpecifyAnswer = z.infer<typeof SpecifyAnswer>;

export const ImplementAnswer = ProposalAnswer;
export type ImplementAnswer = z.infer<typeof ImplementAnswer>;

/**
 * A revision may also change contract and examples. Then the module is specified again
 * (decisions.md#changed-tests-are-red-first).
 */
export const ReviseAnswer = z.strictObject({
  contract: ContractDraft.nullable(),
  examples: z.string().min(1).max(100_000).nullable(),
  ...ProposalAnswer.shape,
});
export type ReviseAnswer = z.infer<typeof ReviseAnswer>;

/** A revision that applies the Arbiter's amendments, with a record of each. */
export const AmendAnswer = z.strictObject({ ...ReviseAnswer.shape, records: z.array(AmendmentRecord).min(1) });
export type AmendAnswer = z.infer<typeof AmendAnswer>;

/** A judge's answer about one semantic assertion. */
export const JudgeAnswer = z.strictObject({
  holds: z.boolean(),
  why: z.string().min(1).max(2_000),
  evidence: z.string().min(1).max(2_000),
});
export type JudgeAnswer = z.infer<typeof JudgeAnswer>;

import { z } from "zod";
import { AmendmentProposal } from "../../domain/enforcement/amendment-proposal.js";
import { defineRole } from "../define-role.js";

/**
 * A change of the module's own contract, or null if the contract is right. The contract's identity and the affected
 * modules are computed, never answered.
 */
export const AmendmentAnswer = z.strictObject({
  amendment: AmendmentProposal.omit({ module_id: true, affected_modules: true }).nullable(),
  why: z.string().min(1).max(2_000),
});
export type AmendmentAnswer = z.infer<typeof AmendmentAnswer>;

/**
 * Decides whether the same failure three times in a row is the contract's fault (requirements.md#contract-amendments).
 */
export const amendmentProposerPropose = defineRole({
  role: "amendment-proposer",
  activity: "propose",
  tools: [],
  Answer: AmendmentAnswer,
  submitAs: "submit_amendment",
});

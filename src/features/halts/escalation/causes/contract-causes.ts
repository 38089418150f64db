import { z } from "zod";
import { MeaningfulText } from "../../../../domain/contract/meaningful-text.js";
import { AmendmentProposal } from "../../../../domain/enforcement/amendment-proposal.js";
import { ModuleRef } from "../../../../domain/ids.js";
import { InterfaceChangeRequest } from "../../../interface-change/rules/interface-change-request.js";
import { defineCause } from "../define-cause.js";

// A contract blocks the task: a shipped one (interface change exception), or the module's own (contract amendment).

export const interfaceChange = defineCause({
  kind: "interface-change",
  reach: "task",
  evidence: { exception: InterfaceChangeRequest },
  recommended: "APPROVE_INTERFACE_CHANGE",
  decision: ({ exception: { exception_id, target_module } }) =>
    `Decide about ${exception_id}: approve, reject or defer a change to the shipped contract of ${target_module}.`,
  failed: ({ exception: { target_module, reason, evidence } }) =>
    evidence.map((item) => ({
      invariant: `The contract of ${target_module} is sufficient`,
      evidence: `${reason}: ${item}`,
    })),
});

/**
 * A person approved the change, but the roles did not agree on its contract (requirements.md#interface-change-flow).
 */
export const contractNotAgreed = defineCause({
  kind: "contract-not-agreed",
  reach: "task",
  evidence: {
    exception: InterfaceChangeRequest,
    rounds: z.int().positive(),
    objections: z.array(MeaningfulText).min(1),
  },
  recommended: "REJECT_INTERFACE_CHANGE",
  decision: ({ exception: { exception_id, target_module } }) =>
    `Decide how to go on without ${exception_id}: no contract for the change of ${target_module} was agreed on.`,
  failed: ({ exception: { target_module }, objections }) =>
    objections.map((evidence) => ({
      invariant: `A contract for the change of ${target_module} is agreed on`,
      evidence,
    })),
});

export const contractAmendmentRejected = defineCause({
  kind: "contract-amendment-rejected",
  reach: "module",
  evidence: { module: ModuleRef, proposal: AmendmentProposal, rejection: MeaningfulText },
  recommended: "REVISE_PLAN",
  decision: ({ module }) =>
    `Decide how ${module} is to be built: its contract failed three times in the same way, and the amendment was rejected.`,
  failed: ({ proposal, rejection }) => [
    {
      invariant: "The module can be built to its contract",
      evidence: `Proposed: ${proposal.reason}. Rejected: ${rejection}`,
    },
  ],
});

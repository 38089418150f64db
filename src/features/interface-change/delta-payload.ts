import { type PayloadShape, payloadComment } from "../../commands/arguments/take-payload.js";
import { ContractDelta } from "./rules/contract-delta.js";

/** The block below `ice approve`: a complete delta against the shipped contract, as a role hands it in. */
export const deltaShape: PayloadShape<typeof ContractDelta> = {
  schema: ContractDelta,
  template: () => ({
    added_inputs: [{ name: "timeout_seconds", type: "number", optional: true, constraints: ["It is above zero."] }],
    removed_error_surfaces: ["Busy"],
  }),
};

/** A comment that approves exactly this delta, to be changed by the person who sends it. */
export function approvalOf(command: string, delta: ContractDelta): string {
  return payloadComment(command, { ...deltaShape, template: () => delta });
}

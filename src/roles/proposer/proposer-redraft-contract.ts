import { ContractProposalAnswer } from "../../features/interface-change/rules/contract-debate.js";
import { defineRole } from "../define-role.js";

/**
 * Answers objections to the contract of an interface change with another one (requirements.md#interface-change-flow).
 */
export const proposerRedraftContract = defineRole({
  role: "proposer",
  activity: "redraft-contract",
  tools: [],
  Answer: ContractProposalAnswer,
  submitAs: "submit_contract",
});

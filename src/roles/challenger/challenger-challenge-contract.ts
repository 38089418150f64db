import { ContractChallengeAnswer } from "../../features/interface-change/rules/contract-debate.js";
import { defineRole } from "../define-role.js";

/**
 * Tries to show that the contract of an interface change is wrong, unjustified or dangerous
 * (requirements.md#interface-change-flow).
 */
export const challengerChallengeContract = defineRole({
  role: "challenger",
  activity: "challenge-contract",
  tools: [],
  Answer: ContractChallengeAnswer,
  submitAs: "submit_challenge",
});

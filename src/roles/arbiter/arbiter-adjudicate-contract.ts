import { ContractRulingAnswer } from "../../features/interface-change/rules/contract-debate.js";
import { defineRole } from "../define-role.js";

/** Decides whether the contract of an interface change is built (requirements.md#interface-change-flow). */
export const arbiterAdjudicateContract = defineRole({
  role: "arbiter",
  activity: "adjudicate-contract",
  tools: [],
  Answer: ContractRulingAnswer,
  submitAs: "submit_adjudication",
});

import { AmendAnswer } from "../domain/roles/answers.js";
import { defineRole } from "./define-role.js";
import { PROPOSER_TOOLS } from "./tool-names.js";

/** Carries out the Arbiter's amendments, all of them (seed 002, 9.6). */
export const proposerAmend = defineRole({
  role: "proposer",
  move: "amend",
  tools: PROPOSER_TOOLS,
  Answer: AmendAnswer,
  submitAs: "submit",
});

import { AmendAnswer } from "../../domain/roles/answers.js";
import { defineRole } from "../define-role.js";
import { PROPOSER_TOOLS } from "../tool-names.js";

/** Carries out the Arbiter's amendments, all of them (requirements.md#amendments). */
export const proposerAmend = defineRole({
  role: "proposer",
  activity: "amend",
  tools: PROPOSER_TOOLS,
  Answer: AmendAnswer,
  submitAs: "submit",
});

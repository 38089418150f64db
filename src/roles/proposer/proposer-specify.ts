import { SpecifyAnswer } from "../../domain/roles/answers.js";
import { defineRole } from "../define-role.js";
import { PROPOSER_TOOLS } from "../tool-names.js";

/** Writes a module's contract, its tests and its examples, before any of it exists (requirements.md#contract-first). */
export const proposerSpecify = defineRole({
  role: "proposer",
  activity: "specify",
  tools: PROPOSER_TOOLS,
  Answer: SpecifyAnswer,
  submitAs: "submit",
});

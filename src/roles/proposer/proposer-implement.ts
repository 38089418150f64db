import { ImplementAnswer } from "../../domain/roles/answers.js";
import { defineRole } from "../define-role.js";
import { PROPOSER_TOOLS } from "../tool-names.js";

/** Makes the locked tests pass (requirements.md#contract-first). */
export const proposerImplement = defineRole({
  role: "proposer",
  activity: "implement",
  tools: PROPOSER_TOOLS,
  Answer: ImplementAnswer,
  submitAs: "submit",
});

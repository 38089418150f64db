import { ReviseAnswer } from "../../domain/roles/answers.js";
import { defineRole } from "../define-role.js";
import { PROPOSER_TOOLS } from "../tool-names.js";

/** Fixes what a challenge found (requirements.md#revisions). */
export const proposerRevise = defineRole({
  role: "proposer",
  activity: "revise",
  tools: PROPOSER_TOOLS,
  Answer: ReviseAnswer,
  submitAs: "submit",
});

import { AdjudicationAnswer } from "../../domain/debate/adjudication.js";
import { defineRole } from "../define-role.js";

/** Decides a debate from its record alone (requirements.md#who-sees-what). */
export const arbiterAdjudicate = defineRole({
  role: "arbiter",
  activity: "adjudicate",
  tools: [],
  Answer: AdjudicationAnswer,
  submitAs: "submit_adjudication",
});

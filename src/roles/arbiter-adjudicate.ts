import { AdjudicationAnswer } from "../domain/debate/adjudication.js";
import { defineRole } from "./define-role.js";

/** Decides a debate from its record alone (seed 002, 9.6). */
export const arbiterAdjudicate = defineRole({
  role: "arbiter",
  move: "adjudicate",
  tools: [],
  Answer: AdjudicationAnswer,
  submitAs: "submit_adjudication",
});

import { PlanDraft } from "../../domain/plan/plan-draft.js";
import { defineRole } from "../define-role.js";
import { INSPECT_MODULE, READING_TOOLS, SEARCH_CODE_INDEX } from "../tool-names.js";

/** Splits a task into micro modules (requirements.md#the-micro-plan). */
export const plannerPlan = defineRole({
  role: "planner",
  activity: "plan",
  tools: [...READING_TOOLS, SEARCH_CODE_INDEX, INSPECT_MODULE],
  Answer: PlanDraft,
  submitAs: "submit_plan",
});

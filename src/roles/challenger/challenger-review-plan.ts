import { PlanReviewAnswer } from "../../domain/plan/plan-review.js";
import { defineRole } from "../define-role.js";

/** Judges how a task is cut, before the plan is locked (decisions.md#plan-review). */
export const challengerReviewPlan = defineRole({
  role: "challenger",
  activity: "review-plan",
  tools: [],
  Answer: PlanReviewAnswer,
  submitAs: "submit_review",
});

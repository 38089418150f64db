import type { NamedText, RoleFacts } from "../../context/sections/role-facts.js";
import { findingText } from "../../domain/plan/plan-review.js";
import { planDraftPath } from "../../features/modules/artifacts/artifact-paths.js";
import type { TaskReading } from "../reading/read-task.js";

type Reading = Pick<TaskReading, "work" | "taskId" | "stored">;

/** What reviews found in earlier plans of this task, oldest first. */
export function planFindings({ work: { plan_reviews = [] } }: Pick<Reading, "work">): NamedText[] {
  return plan_reviews.map(({ micro_plan_id, attempt, findings }) => ({
    name: `the review of ${micro_plan_id}, in attempt ${attempt}`,
    text: findings.map((finding) => `- ${findingText(finding)}`).join("\n"),
  }));
}

/** For a planner that is asked again: the findings, and the plan that the newest of them are about. */
export async function reviewedBefore(reading: Reading): Promise<Pick<RoleFacts, "planFindings" | "reviewedPlan">> {
  const last = reading.work.plan_reviews?.at(-1);
  const findings = { planFindings: planFindings(reading) };
  if (last === undefined) return findings;
  const path = planDraftPath(reading.taskId, last.micro_plan_id);
  const reviewedPlan = (await reading.stored([path])).get(path);
  return reviewedPlan === undefined ? findings : { ...findings, reviewedPlan };
}

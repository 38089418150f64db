import { findingsOf, MAX_PLAN_REVISIONS } from "../../domain/plan/plan-review.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";

import type { TaskEvent } from "../modules/task-event.js";
import { type TaskWork, untouched } from "../modules/task-work.js";
import { startBuilding } from "../packages/apply-package-event.js";
import type { FailedPlanReview, ProposedPlan } from "./proposed-plan.js";

type Of<K extends TaskEvent["kind"]> = Extract<TaskEvent, { kind: K }>;

/** The next question for a plan. */
export function askForPlan(work: TaskWork): TaskWork {
  const { question, attempt, ...asked } = nextQuestion(work, "/plan");
  return { ...work, ...asked, stage: { stage: "planning", question, attempt } };
}

/** A valid plan: it is locked, unless it is reviewed before (decisions.md#plan-review). */
export function takePlan(work: TaskWork, event: Of<"plan-made">): TaskWork {
  const { kind: _, question: __, usage: ___, next_module: ____, numbered_from: _____, to_review, ...plan } = event;
  if (to_review !== true) return lockPlan(work, plan);
  const { question, attempt, ...asked } = nextQuestion(work, "/review-plan");
  return { ...work, ...asked, proposed_plan: plan, stage: { stage: "reviewing-plan", question, attempt } };
}

/** A plan that passes is locked. Findings go to the planner while it may revise, then to a person. */
export function reviewPlan(work: TaskWork, { question, review }: Of<"plan-reviewed">): Outcome<TaskWork> {
  const { proposed_plan: plan } = work;
  if (work.stage.stage !== "reviewing-plan" || work.stage.question !== question || plan === undefined)
    return refuse("stale-answer", `question ${question} is no longer open`);
  if (review.verdict === "PASS") return accept(lockPlan(work, plan));
  const findings = findingsOf(review);
  const failed: FailedPlanReview = { attempt: work.attempt, micro_plan_id: plan.micro_plan_id, findings };
  const reviewed = { ...work, plan_reviews: [...(work.plan_reviews ?? []), failed].slice(-MOST_REVIEWS) };
  if (failedReviewsOf(reviewed) <= MAX_PLAN_REVISIONS) return accept(askForPlan(without(reviewed)));
  const modules = plan.modules.map(({ module_ref, name }) => `${module_ref} ${name}`);
  return accept({
    ...reviewed,
    halting: { kind: "plan-review-failed", micro_plan_id: plan.micro_plan_id, modules, findings },
  });
}

/** The reviews that plans of this attempt did not pass. */
function failedReviewsOf({ plan_reviews = [], attempt }: TaskWork): number {
  return plan_reviews.filter((review) => review.attempt === attempt).length;
}

/** A person takes the plan as it is; undefined where none waits for its review. */
export function planByOverride(work: TaskWork): TaskWork | undefined {
  return work.proposed_plan === undefined ? undefined : lockPlan({ ...work, halting: null }, work.proposed_plan);
}

/** Enough for the attempts of one task; a planner reads the newest. */
const MOST_REVIEWS = 6;

function lockPlan(before: TaskWork, plan: ProposedPlan): TaskWork {
  const { micro_plan_id, digest, modules, side_by_side, packages = { declared: [], agreed: [] } } = plan;
  const together = side_by_side === undefined ? {} : { side_by_side };
  const limited = plan.retry_limits === undefined ? {} : { limits: plan.retry_limits };
  const warned = plan.warnings === undefined ? {} : { plan_warnings: plan.warnings };
  const begun = modules.map(untouched).map((module) => ({ ...module, progress: { ...module.progress, ...limited } }));
  const locked = { ...without(before), plan: { micro_plan_id, digest }, ...warned, ...together, modules: begun };
  return startBuilding(locked, packages);
}

function without({ proposed_plan: _, ...work }: TaskWork): TaskWork {
  return work;
}

function nextQuestion({ questions, asked }: TaskWork, key: "/plan" | "/review-plan") {
  const [question, attempt] = [questions + 1, (asked[key] ?? 0) + 1];
  return { question, attempt, questions: question, asked: { ...asked, [key]: attempt } };
}

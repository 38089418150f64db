import { z } from "zod";
import { MicroPlanId } from "../artifacts/artifact-id.js";
import { MeaningfulText } from "../contract/meaningful-text.js";
import { accept, type Outcome, refuse } from "../refusal.js";

/** What a plan is judged by: how the task is cut, never how a module is written inside (decisions.md#plan-review). */
export const PLAN_RUBRIC = {
  COMPLETE:
    "each criterion and each sentence of the task belongs to a module, and nothing is planned that nobody asked for",
  ONE_BEHAVIOUR: "each module is one behaviour with one public contract, and can be tested from outside by itself",
  DEPENDENCIES: "each module names what it needs, in an order that works, and consumes what another really creates",
  SIZE: "no module should be divided further, and none is so small that it means nothing alone",
  REUSE: "nothing is built that a shipped module does already",
  FILES: "each module has the files that it must change, and no others",
} as const;
const PlanCriterion = z.enum(["COMPLETE", "ONE_BEHAVIOUR", "DEPENDENCIES", "SIZE", "REUSE", "FILES"]);

/** A planner answers the findings of a review at most this often; then a person decides. */
export const MAX_PLAN_REVISIONS = 2;

const Assessed = z.strictObject({
  criterion: PlanCriterion,
  holds: z.boolean(),
  /** Which modules it is about, by their keys; empty for the plan as a whole. */
  modules: z.array(z.string().min(1).max(100)).max(50),
  evidence: MeaningfulText,
  /** Empty if it holds. */
  required_change: z.string().max(4_000),
});

/** The answer of a plan's reviewer: each criterion once, and a verdict that agrees with them. */
export const PlanReviewAnswer = z.strictObject({
  verdict: z.enum(["PASS", "FAIL"]),
  assessment: z.array(Assessed),
});
export type PlanReviewAnswer = z.infer<typeof PlanReviewAnswer>;

/** A review as it is stored, with the plan that it judged. */
export const PlanReview = PlanReviewAnswer.extend({ micro_plan_id: MicroPlanId });
export type PlanReview = z.infer<typeof PlanReview>;

/** What the planner must answer, or a person must decide about. */
export const PlanFinding = z.strictObject({
  criterion: PlanCriterion,
  modules: Assessed.shape.modules,
  evidence: MeaningfulText,
  required_change: MeaningfulText,
});
export type PlanFinding = z.infer<typeof PlanFinding>;

export function findingsOf({ assessment }: PlanReviewAnswer): PlanFinding[] {
  return assessment.flatMap(({ holds, ...finding }) => (holds ? [] : [finding]));
}

/** Whether a review can be used: complete, without contradiction, about modules that the plan has. */
export function checkPlanReview(answer: PlanReviewAnswer, keys: readonly string[]): Outcome<PlanReviewAnswer> {
  const problems = [
    ...PlanCriterion.options.flatMap((criterion) => {
      const times = answer.assessment.filter((assessed) => assessed.criterion === criterion).length;
      return times === 1 ? [] : [`${criterion} must be assessed once, and is assessed ${times} times`];
    }),
    ...answer.assessment.flatMap(({ criterion, holds, modules, required_change }) => [
      ...(holds || MeaningfulText.safeParse(required_change).success
        ? []
        : [`${criterion} does not hold: say in \`required_change\` what must be different in the plan`]),
      ...modules
        .filter((key) => !keys.includes(key))
        .map(
          (key) => `${criterion} names the module \`${key}\`, which the plan does not have; it has ${keys.join(", ")}`,
        ),
    ]),
    ...((answer.verdict === "PASS") === answer.assessment.every(({ holds }) => holds)
      ? []
      : [`${answer.verdict} contradicts the assessment: PASS when every criterion holds, FAIL when one does not`]),
  ];
  return problems.length === 0 ? accept(answer) : refuse("plan-review-unusable", problems.join("\n"), { problems });
}

/** The findings as a planner and a person read them. */
export function findingText({ criterion, modules, evidence, required_change }: PlanFinding): string {
  const where = modules.length === 0 ? "the plan" : modules.join(", ");
  return `${criterion} does not hold for ${where} (${PLAN_RUBRIC[criterion]}): ${evidence} Required: ${required_change}`;
}

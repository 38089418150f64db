import { z } from "zod";
import { MicroPlanId } from "../../../../domain/artifacts/artifact-id.js";
import { MeaningfulText } from "../../../../domain/contract/meaningful-text.js";
import { Deficiency } from "../../../../domain/deficiency.js";
import { ModuleRef } from "../../../../domain/ids.js";
import { findingText, MAX_PLAN_REVISIONS, PlanFinding } from "../../../../domain/plan/plan-review.js";
import { countOf } from "../count-of.js";
import { defineCause } from "../define-cause.js";
import { leftOut, unlisted } from "../left-out.js";
import { OutsideText } from "../outside-text.js";

// The task cannot be planned, or not as it is.

export const planInvalid = defineCause({
  kind: "plan-invalid",
  reach: "task",
  evidence: {
    last_plan: MeaningfulText,
    errors: z.array(Deficiency).min(1),
    /** The author of the plan; the planner if absent. */
    by: z.enum(["person", "agreement"]).optional(),
    ...leftOut,
  },
  recommended: "REVISE_PLAN",
  decision: ({ errors, by, left_out }) =>
    `Provide a plan, or ${by === "agreement" ? "abandon" : "split"} the task: ${PLAN_OF[by ?? "planner"]} ${countOf(errors.length + (left_out?.count ?? 0), "error")}${by === undefined ? " after being asked again twice" : ""}.`,
  failed: ({ errors, left_out }) => [
    ...errors.map(({ path, message }) => ({
      invariant: `The plan is valid at ${path || "its root"}`,
      evidence: message,
    })),
    ...unlisted("The plan is valid", left_out),
  ],
});

export const taskTooLarge = defineCause({
  kind: "task-too-large",
  reach: "task",
  evidence: {
    estimated_tokens: z.int().min(0),
    allowed_tokens: z.int().min(0),
    files: z.int().min(0),
    allowed_files: z.int().min(0),
    reasons: z.array(OutsideText).min(1),
  },
  recommended: "SPLIT_TASK",
  decision: () => "Split the task: it is too large to be done with care in one piece.",
  failed: ({ estimated_tokens, allowed_tokens, files, allowed_files, reasons }) =>
    reasons.map((reason) => ({
      invariant: "A task fits into the context of one role",
      evidence: `${reason} (${estimated_tokens} of ${allowed_tokens} tokens, ${files} of ${allowed_files} files)`,
    })),
});

export const sopsDoNotFit = defineCause({
  kind: "sops-do-not-fit",
  reach: "task",
  evidence: { sops: z.array(OutsideText).min(1), tokens: z.int().min(0), reserve: z.int().min(0) },
  recommended: "SPLIT_TASK",
  decision: () =>
    "Split the task so that fewer procedures apply to each part, or shorten them: they are never truncated.",
  failed: ({ sops, tokens, reserve }) => [
    {
      invariant: "All applicable SOPs fit in full",
      evidence: `${sops.join(", ")} take ${tokens} tokens; ${reserve} are reserved.`,
    },
  ],
});

/** The planner's last revision did not pass the review either (decisions.md#plan-review). */
export const planReviewFailed = defineCause({
  kind: "plan-review-failed",
  reach: "task",
  evidence: { micro_plan_id: MicroPlanId, modules: z.array(OutsideText).min(1), findings: z.array(PlanFinding).min(1) },
  recommended: "REVISE_PLAN",
  decision: ({ micro_plan_id, findings }) =>
    `Provide a plan, or say \`/factory override\` to take ${micro_plan_id} as it is: its review still has ${countOf(findings.length, "finding")} after ${MAX_PLAN_REVISIONS} revisions.`,
  failed: ({ modules, findings }) =>
    findings.map((finding) => ({
      invariant: `The plan passes its review: ${finding.criterion}`,
      evidence: `${findingText(finding)} The plan: ${modules.join("; ")}`,
    })),
});

/** The plan depends on something that does not exist, so no role was asked (requirements.md#pre-execution-gate). */
export const preconditionsMissing = defineCause({
  kind: "preconditions-missing",
  reach: "module",
  evidence: { module: ModuleRef, blockers: z.array(OutsideText).min(1) },
  recommended: "REVISE_PLAN",
  decision: ({ module }) =>
    `Revise the plan: ${module} counts on something that is not there, so nobody was asked to build it.`,
  failed: ({ module, blockers }) =>
    blockers.map((evidence) => ({ invariant: `What ${module} builds on is there before it is built`, evidence })),
});

/** The module's author found that other files than the planned ones must change (decisions.md#failures-have-a-scope). */
export const planCannotBeBuilt = defineCause({
  kind: "plan-cannot-be-built",
  reach: "task",
  evidence: { module: ModuleRef, files: z.array(OutsideText).min(1), why: OutsideText },
  needsPlan: true,
  recommended: "REVISE_PLAN",
  decision: ({ module }) =>
    `Revise the plan: ${module} cannot be built without files that the plan does not let it change.`,
  failed: ({ module, files, why }) => [
    {
      invariant: `${module} can be built with the files of its plan`,
      evidence: `It needs ${files.join(", ")}. ${why}`,
    },
  ],
});

const PLAN_OF = {
  planner: "the planner's last one still has",
  person: "the one that a person gave has",
  agreement: "the one that follows from the agreed contract has",
} as const;

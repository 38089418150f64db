import { z } from "zod";
import { AdjudicationId, ChallengeId } from "../../../../domain/artifacts/artifact-id.js";
import { Role } from "../../../../domain/artifacts/producer.js";
import { MeaningfulText } from "../../../../domain/contract/meaningful-text.js";
import { Amendment } from "../../../../domain/debate/adjudication.js";
import { Failure } from "../../../../domain/debate/challenge.js";
import { ModuleRef } from "../../../../domain/ids.js";
import { countOf, itOrThem } from "../count-of.js";
import { defineCause } from "../define-cause.js";
import { OutsideText } from "../outside-text.js";

// The debate did not settle a module, or a reviewer gave no usable answer.

export const debateRejected = defineCause({
  kind: "debate-rejected",
  reach: "module",
  evidence: { module: ModuleRef, adjudication_id: AdjudicationId, rationale: MeaningfulText },
  trail: { proposals: 1, challenges: 1, adjudications: 1 },
  recommended: "SPLIT_TASK",
  decision: ({ module }) =>
    `Decide whether the task of ${module} is split, gets other acceptance criteria, or ships against the Arbiter's rejection.`,
  failed: ({ module, rationale }) => [{ invariant: `The Arbiter approves ${module}`, evidence: rationale }],
});

export const repeatedObjection = defineCause({
  kind: "repeated-objection",
  reach: "module",
  evidence: {
    module: ModuleRef,
    objections: z.array(z.strictObject({ first: Failure, again: Failure })).min(1),
  },
  trail: { proposals: 2, challenges: 2 },
  recommended: "AMEND_SPEC",
  decision: ({ module, objections }) =>
    `Decide who is right about ${module}: the Challenger raised ${countOf(objections.length, "objection")} twice in a row, and a revision did not answer ${itOrThem(objections.length)}.`,
  failed: ({ objections }) => objections.map(({ again: { invariant, evidence } }) => ({ invariant, evidence })),
});

export const mildReviewViolation = defineCause({
  kind: "mild-review-violation",
  reach: "module",
  evidence: { module: ModuleRef, violations: z.array(OutsideText).min(1) },
  trail: { proposals: 1 },
  recommended: "RETRY_TASK",
  decision: ({ module }) =>
    `Decide whether ${module} is reviewed again or by yourself: the Challenger gave no review that can be used.`,
  failed: ({ violations }) =>
    violations.map((violation) => ({
      invariant: "A challenge cites evidence for every criterion",
      evidence: violation,
    })),
});

export const amendmentNotApplied = defineCause({
  kind: "amendment-not-applied",
  reach: "module",
  evidence: {
    module: ModuleRef,
    adjudication_id: AdjudicationId,
    unapplied: z.array(z.strictObject({ amendment: Amendment, reason: OutsideText, explanation: z.string() })).min(1),
  },
  trail: { proposals: 1, challenges: 1, adjudications: 1 },
  recommended: "PROVIDE_FIX",
  decision: ({ module, unapplied }) =>
    `Decide how ${module} is to satisfy ${countOf(unapplied.length, "amendment")} of the Arbiter that the Proposer did not apply.`,
  failed: ({ unapplied }) =>
    unapplied.map(({ amendment: { action, target, detail }, reason, explanation }) => ({
      invariant: `${action} ${target}: ${detail}`,
      evidence: explanation.trim() === "" ? reason : `${reason}. The Proposer: ${explanation}`,
    })),
});

export const writeAttempt = defineCause({
  kind: "write-attempt",
  reach: "module",
  evidence: { module: ModuleRef, role: Role, attempted: z.array(OutsideText).min(1) },
  recommended: "RETRY_TASK",
  decision: ({ role, module }) =>
    `Decide whether the ${role} is asked about ${module} once more: it tried to write twice, and both answers were discarded.`,
  failed: ({ role, attempted }) => [
    { invariant: `The ${role} judges and never writes`, evidence: `It called ${attempted.join(", ")}.` },
  ],
});

export const planLevelFailure = defineCause({
  kind: "plan-level-failure",
  reach: "task",
  evidence: { module: ModuleRef, challenge_id: ChallengeId, failures: z.array(Failure).min(1) },
  trail: { proposals: 1, challenges: 1 },
  needsPlan: true,
  recommended: "SPLIT_TASK",
  decision: ({ module }) =>
    `Decide whether the plan around ${module} is split, revised or merged: no revision of one module can mend it.`,
  failed: ({ failures }) => failures.map(({ invariant, evidence }) => ({ invariant, evidence })),
});

import { z } from "zod";
import { ArtifactId, ChallengeId } from "../artifacts/artifact-id.js";
import { VersionedRef } from "../artifacts/versioned-ref.js";
import { ObservedPattern } from "../budget/conventions.js";
import { MeaningfulText } from "../contract/meaningful-text.js";
import { ModuleRef } from "../ids.js";
import { contradictions } from "./contradictions.js";
import { NotesToPeople } from "./notes-to-people.js";
import { CriterionId } from "./rubric.js";
import { VerdictSubject } from "./verdict-subject.js";

export const Verdict = z.enum(["PASS", "FAIL"]);
export type Verdict = z.infer<typeof Verdict>;

/** The finding for one criterion. Evidence may be any text here; the compliance gate judges its quality. */
export const RubricAssessment = z.strictObject({
  criterion: CriterionId,
  assessment: z.enum(["MET", "NOT_MET"]),
  evidence: z.string(),
});
export type RubricAssessment = z.infer<typeof RubricAssessment>;

const failure = { invariant: MeaningfulText, evidence: MeaningfulText, required_change: MeaningfulText };

/**
 * What is wrong, and its scope (decisions.md#failures-have-a-scope): this module, the whole plan, or the contract of a
 * shipped dependency, which is then named.
 */
export const Failure = z.discriminatedUnion("scope", [
  z.strictObject({ scope: z.literal("MODULE"), ...failure }),
  z.strictObject({ scope: z.literal("PLAN"), ...failure }),
  z.strictObject({ scope: z.literal("UPSTREAM"), target_module: ModuleRef, ...failure }),
]);
export type Failure = z.infer<typeof Failure>;

/**
 * The severity of a breach of a standard operating procedure. An error forces FAIL; the others are only shown
 * (requirements.md#all-or-nothing-standards).
 */
export const SopSeverity = z.enum(["error", "warning", "info"]);
export type SopSeverity = z.infer<typeof SopSeverity>;

/** A procedure that the work breaks. `sop` is its name as the Challenger was given it. */
export const SopFinding = z.strictObject({
  sop: MeaningfulText,
  severity: SopSeverity,
  finding: MeaningfulText,
  evidence: MeaningfulText,
});
export type SopFinding = z.infer<typeof SopFinding>;

/**
 * What a Challenger answers. An incomplete rubric is accepted here, so that the compliance gate can name what is
 * missing.
 */
export const ChallengeAnswer = z.strictObject({
  verdict: Verdict,
  rubric_assessments: z.array(RubricAssessment),
  failures: z.array(Failure),
  sop_findings: z.array(SopFinding),
  optional_alternative_ref: VersionedRef.optional(),
  /** Good habits, stored as conventions when the work is approved (decisions.md#conventions). */
  patterns: z.array(ObservedPattern).max(10).optional(),
  notes: NotesToPeople.optional(),
});
export type ChallengeAnswer = z.infer<typeof ChallengeAnswer>;

/**
 * The stored challenge (requirements.md#debate-records, requirements.md#evaluation-rubric): exactly R1 to R6, and a
 * verdict that agrees with the findings.
 */
export const Challenge = z
  .strictObject({
    challenge_id: ChallengeId,
    target_artifact_id: ArtifactId,
    bound_to: VerdictSubject,
    ...ChallengeAnswer.shape,
  })
  .superRefine((challenge, context) => {
    for (const { path, message } of contradictions(challenge)) {
      context.addIssue({ code: "custom", path: [path], message });
    }
  });
export type Challenge = z.infer<typeof Challenge>;

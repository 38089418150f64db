import type { Adjudication } from "../../src/domain/debate/adjudication.js";
import type { Challenge, ChallengeAnswer, Failure, RubricAssessment } from "../../src/domain/debate/challenge.js";
import type { ReviewFacts } from "../../src/domain/debate/compliance.js";
import type { Proposal } from "../../src/domain/debate/proposal.js";
import type { CriterionId } from "../../src/domain/debate/rubric.js";

/** Valid debate records. A test changes the fields it is about. */

const blob = "b".repeat(40);
export const fingerprint = "f".repeat(64);

export const subject = {
  module_ref: "MM-0001@1.0.0",
  fingerprint,
  contract_blob: blob,
  test_blob: blob,
  examples_blob: blob,
  manifest_blobs: { "src/slug.ts": blob },
};

/** The facts of these records that the Challenger can cite. */
export const facts: ReviewFacts = {
  testNames: ["rejects an empty title", "joins words with hyphens", "works"],
  clauseIds: ["CL-ERR-001", "CL-BEH-001"],
  contractFields: ["inputs", "title", "slug", "EmptyTitleError", "max_length"],
  dependencyRefs: ["MM-0007@1.2.0"],
  validators: ["IMPORT_REALITY_CHECK"],
  sops: new Map([
    ["error-handling.md", "error"],
    ["naming.md", "warning"],
  ]),
};

const EVIDENCE: Readonly<Record<CriterionId, string>> = {
  R1: "inputs, outputs, error surfaces, effects and modes were each compared with CL-BEH-001 and CL-ERR-001",
  R2: 'the test "rejects an empty title" covers the only constraint',
  R3: "EmptyTitleError is the one declared error, and the test rejects an empty title raises it",
  R4: "IMPORT_REALITY_CHECK passed and MM-0007@1.2.0 is the locked version",
  R5: "the criterion about hyphens is shown by joins words with hyphens",
  R6: "one behaviour, `title` to `slug`, through one exported function",
};

export function assessments(changes: Partial<Record<CriterionId, Partial<RubricAssessment>>> = {}): RubricAssessment[] {
  return (Object.keys(EVIDENCE) as CriterionId[]).map((criterion) => ({
    criterion,
    assessment: "MET",
    evidence: EVIDENCE[criterion],
    ...changes[criterion],
  }));
}

export function aPass(changes: Partial<ChallengeAnswer> = {}): ChallengeAnswer {
  return { verdict: "PASS", rubric_assessments: assessments(), failures: [], sop_findings: [], ...changes };
}

export function aFailure(changes: Partial<Failure> = {}): Failure {
  return {
    scope: "MODULE",
    invariant: "Titles longer than max_length are refused",
    evidence: "no test exceeds max_length and CL-ERR-001 has no negative case for it",
    required_change: "add a test that passes a title of 81 characters and expects TitleTooLongError",
    ...changes,
  } as Failure;
}

export function aFail(changes: Partial<ChallengeAnswer> = {}): ChallengeAnswer {
  return aPass({
    verdict: "FAIL",
    rubric_assessments: assessments({ R2: { assessment: "NOT_MET", evidence: "no test exceeds max_length anywhere" } }),
    failures: [aFailure()],
    ...changes,
  });
}

export function aChallenge(answer: ChallengeAnswer = aPass(), challenge_id = "CHAL-00000001"): Challenge {
  return { challenge_id, target_artifact_id: "PROP-00000001", bound_to: subject, ...answer };
}

export function aProposal(changes: Partial<Proposal> = {}): Proposal {
  return {
    proposal_id: "PROP-00000001",
    target_artifact_id: "IMPL-00000001",
    deliverable_ref: "IMPL-00000001@1.0.0",
    claim: "slugify turns a title into a slug of words joined by hyphens",
    acceptance_checks: ["the module's tests pass"],
    criteria: [{ criterion: "returns words joined by hyphens", tests: ["joins words with hyphens"] }],
    ...changes,
  };
}

export const amendment = {
  action: "MODIFY",
  target: "contract:error_surfaces.EmptyTitleError.when",
  detail: 'say "the title is empty or only white space"',
} as const;

const verdict = { adjudication_id: "ADJ-00000001", target_artifact_id: "PROP-00000001", bound_to: subject };

export const approval: Adjudication = {
  ...verdict,
  decision: "APPROVE",
  amendments: [],
  rationale: "the challenge found nothing and every gate is green",
  ship_directive: "SHIP",
};

export const amendedApproval: Adjudication = {
  ...verdict,
  decision: "APPROVE_WITH_AMENDMENTS",
  amendments: [amendment],
  rationale: "only the wording of one error surface is open",
  ship_directive: "SHIP",
};

export const rejection: Adjudication = {
  ...verdict,
  decision: "REJECT",
  amendments: [],
  rationale: "two responsibilities in one module cannot be amended away",
  ship_directive: "NO_SHIP",
};

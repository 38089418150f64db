import { accept, type Outcome, refuse } from "../refusal.js";
import { Challenge, type ChallengeAnswer, type RubricAssessment, type SopSeverity } from "./challenge.js";
import { type CitableNames, citationsIn } from "./citation.js";
import { type Contradiction, contradictions } from "./contradictions.js";
import { type EvidenceProblem, evidenceProblem, MIN_EVIDENCE_TOKENS } from "./evidence.js";
import { type CriterionId, DIMENSION_WORDS } from "./rubric.js";
import { enforceSopFindings } from "./sop-verdict.js";

/** The facts that a review is checked against. */
export type ReviewFacts = CitableNames & { readonly sops: ReadonlyMap<string, SopSeverity> };

/** One way in which a review is mild (requirements.md#mild-reviews), with words that its author can act on. */
export type ComplianceViolation = {
  readonly code:
    | Contradiction["code"]
    | EvidenceProblem
    | "dimension-not-evaluated"
    | "uncited-evidence"
    | "unknown-sop"
    | "sop-severity-mismatch";
  readonly criterion: CriterionId | null;
  readonly message: string;
};

/**
 * The gate against mild reviews. It is deterministic and uses only the answer and the facts. No violations means
 * compliant.
 */
export function checkCompliance(answer: ChallengeAnswer, facts: ReviewFacts): ComplianceViolation[] {
  return [
    ...contradictions(answer).map(({ code, message }) => ({ code, criterion: null, message })),
    ...answer.rubric_assessments.flatMap((assessment) => assessmentViolations(assessment, facts)),
    ...answer.failures.flatMap(({ invariant, evidence }) => textViolations(`failure "${invariant}"`, null, evidence)),
    ...sopViolations(answer, facts),
  ];
}

/**
 * The stored challenge, or why the answer is not accepted. SOP findings set the verdict before compliance is judged, so
 * code corrects a wrong verdict over a reported breach without another call.
 */
export function admitChallenge(
  answer: ChallengeAnswer,
  identity: Pick<Challenge, "challenge_id" | "target_artifact_id" | "bound_to">,
  facts: ReviewFacts,
): Outcome<Challenge> {
  const enforced = enforceSopFindings(answer);
  const violations = checkCompliance(enforced, facts);
  if (violations.length === 0) return accept(Challenge.parse({ ...identity, ...enforced }));
  return refuse("mild-review", `The review is not compliant: ${violations.map(({ message }) => message).join("; ")}.`, {
    violations,
  });
}

function assessmentViolations(
  { criterion, assessment, evidence }: RubricAssessment,
  facts: ReviewFacts,
): ComplianceViolation[] {
  const textual = textViolations(criterion, criterion, evidence);
  const dimensions = criterion === "R1" ? dimensionViolations(evidence) : [];
  if (textual.length > 0 || assessment === "NOT_MET" || citationsIn(evidence, facts).length > 0) {
    return [...textual, ...dimensions];
  }
  const message =
    `${criterion} is MET without citing anything: name a test, a clause id, a contract field, a dependency or a validator ` +
    "exactly as given, single words in backticks";
  return [{ code: "uncited-evidence", criterion, message }, ...dimensions];
}

function textViolations(where: string, criterion: CriterionId | null, evidence: string): ComplianceViolation[] {
  const code = evidenceProblem(evidence);
  if (code === undefined) return [];
  return [{ code, criterion, message: `${where}: ${EVIDENCE_MESSAGES[code]}` }];
}

const EVIDENCE_MESSAGES: Readonly<Record<EvidenceProblem, string>> = {
  "empty-evidence": "the evidence is empty",
  "stock-evidence": "the evidence is a stock phrase; say what was checked and what was found",
  "short-evidence": `the evidence is shorter than ${MIN_EVIDENCE_TOKENS} tokens; say what was checked and what was found`,
};

function dimensionViolations(evidence: string): ComplianceViolation[] {
  return Object.entries(DIMENSION_WORDS)
    .filter(([, words]) => !words.test(evidence))
    .map(([dimension]) => ({
      code: "dimension-not-evaluated",
      criterion: "R1",
      message: `R1 does not speak of ${dimension}; evaluate all five dimensions`,
    }));
}

function sopViolations({ sop_findings }: ChallengeAnswer, { sops }: ReviewFacts): ComplianceViolation[] {
  return sop_findings.flatMap(({ sop, severity }): ComplianceViolation[] => {
    const actual = sops.get(sop);
    if (actual === severity) return [];
    if (actual !== undefined) {
      const message = `SOP "${sop}" has severity ${actual}, not ${severity}`;
      return [{ code: "sop-severity-mismatch", criterion: null, message }];
    }
    return [{ code: "unknown-sop", criterion: null, message: `there is no SOP "${sop}" among those given` }];
  });
}

import type { ChallengeAnswer, RubricAssessment } from "./challenge.js";
import { CriterionId } from "./rubric.js";

/** Contradictions within an answer. Each is also a violation of the compliance gate, under this code. */
export type Contradiction = {
  readonly code:
    | "missing-criterion"
    | "duplicate-criterion"
    | "pass-with-not-met"
    | "pass-with-failures"
    | "pass-with-sop-error"
    | "fail-without-failures";
  readonly path: keyof ChallengeAnswer;
  readonly message: string;
};

export function contradictions(answer: ChallengeAnswer): Contradiction[] {
  return [...rubricGaps(answer.rubric_assessments), ...verdictContradictions(answer)];
}

function rubricGaps(assessments: readonly RubricAssessment[]): Contradiction[] {
  return CriterionId.options.flatMap((criterion): Contradiction[] => {
    const count = assessments.filter((assessment) => assessment.criterion === criterion).length;
    if (count === 1) return [];
    const code = count === 0 ? "missing-criterion" : "duplicate-criterion";
    return [
      {
        code,
        path: "rubric_assessments",
        message: `${criterion} is assessed ${count} times; assess each of R1 to R6 once`,
      },
    ];
  });
}

function verdictContradictions({
  verdict,
  rubric_assessments,
  failures,
  sop_findings,
}: ChallengeAnswer): Contradiction[] {
  if (verdict === "FAIL") {
    if (failures.length > 0) return [];
    return [
      {
        code: "fail-without-failures",
        path: "failures",
        message: "a FAIL names at least one failure and the change it requires",
      },
    ];
  }
  const notMet = rubric_assessments
    .filter(({ assessment }) => assessment === "NOT_MET")
    .map(({ criterion }) => criterion);
  const found: Contradiction[] = [];
  if (notMet.length > 0) {
    found.push({
      code: "pass-with-not-met",
      path: "verdict",
      message: `${notMet.join(", ")} NOT_MET: the verdict must be FAIL`,
    });
  }
  if (failures.length > 0) {
    found.push({ code: "pass-with-failures", path: "verdict", message: "a verdict that lists failures must be FAIL" });
  }
  if (sop_findings.some(({ severity }) => severity === "error")) {
    found.push({
      code: "pass-with-sop-error",
      path: "verdict",
      message: "an error-severity SOP finding makes the verdict FAIL",
    });
  }
  return found;
}

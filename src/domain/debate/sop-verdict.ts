import type { ChallengeAnswer, Failure, SopFinding } from "./challenge.js";

/**
 * An error-severity SOP finding makes the verdict FAIL, whatever the Challenger concluded
 * (decisions.md#standards-reach-reviewers). Each such finding becomes a failure, so that the Proposer knows what to
 * change.
 */
export function enforceSopFindings(answer: ChallengeAnswer): ChallengeAnswer {
  const breaches = answer.sop_findings.filter((finding) => finding.severity === "error");
  if (breaches.length === 0) return answer;
  const failures = new Map(
    [...answer.failures, ...breaches.map(asFailure)].map((failure) => [keyOf(failure), failure]),
  );
  return { ...answer, verdict: "FAIL", failures: [...failures.values()] };
}

function asFailure({ sop, finding, evidence }: SopFinding): Failure {
  return { scope: "MODULE", invariant: `SOP ${sop}`, evidence, required_change: finding };
}

function keyOf({ invariant, required_change }: Failure): string {
  return JSON.stringify([invariant, required_change]);
}

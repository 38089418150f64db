import { z } from "zod";
import { ArtifactId, ProposalId } from "../artifacts/artifact-id.js";
import { VersionedRef } from "../artifacts/versioned-ref.js";
import { MeaningfulText } from "../contract/meaningful-text.js";
import { accept, type Outcome, refuse } from "../refusal.js";

/**
 * One acceptance criterion and the tests that show it, so that a Challenger can trace it without source
 * (decisions.md#what-a-challenger-sees).
 */
export const CriterionTrace = z.strictObject({ criterion: MeaningfulText, tests: z.array(MeaningfulText).min(1) });
export type CriterionTrace = z.infer<typeof CriterionTrace>;

/** What a Proposer claims: what the deliverable does, and how that can be checked. */
export const ProposalAnswer = z.strictObject({
  claim: MeaningfulText,
  acceptance_checks: z.array(MeaningfulText).min(1),
  criteria: z.array(CriterionTrace).min(1),
});
export type ProposalAnswer = z.infer<typeof ProposalAnswer>;

/** The stored proposal (requirements.md#debate-records): the claim with the ids that the loop assigns. */
export const Proposal = z.strictObject({
  proposal_id: ProposalId,
  target_artifact_id: ArtifactId,
  deliverable_ref: VersionedRef,
  ...ProposalAnswer.shape,
});
export type Proposal = z.infer<typeof Proposal>;

/**
 * Checks that every acceptance criterion of the task is traced, that traced tests exist, and that nothing else is
 * traced.
 */
export function checkTraces(
  { criteria }: Pick<Proposal, "criteria">,
  facts: { readonly acceptanceCriteria: readonly string[]; readonly testNames: readonly string[] },
): Outcome<readonly CriterionTrace[]> {
  const traced = new Set(criteria.map(({ criterion }) => criterion.trim()));
  const asked = new Set(facts.acceptanceCriteria.map((criterion) => criterion.trim()));
  const known = new Set(facts.testNames);
  const untraced = [...asked].filter((criterion) => !traced.has(criterion));
  const invented = [...traced].filter((criterion) => !asked.has(criterion));
  const missingTests = [...new Set(criteria.flatMap(({ tests }) => tests))].filter((test) => !known.has(test));
  const problems = [
    ...untraced.map((criterion) => `"${criterion}" is traced to no test`),
    ...invented.map((criterion) => `"${criterion}" is not an acceptance criterion of the task`),
    ...missingTests.map((test) => `there is no test named "${test}"`),
  ];
  if (problems.length === 0) return accept(criteria);
  return refuse(
    "criteria-not-traced",
    `The proposal must map each acceptance criterion to an existing test: ${problems.join("; ")}.`,
    { untraced, invented, missingTests },
  );
}

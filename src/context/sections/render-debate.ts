import { z } from "zod";
import { Adjudication } from "../../domain/debate/adjudication.js";
import { Challenge } from "../../domain/debate/challenge.js";
import { CriterionTrace, Proposal } from "../../domain/debate/proposal.js";
import { writeYaml } from "../../yaml/yaml.js";
import type { Looker } from "./offer.js";
import type { DebateRound } from "./role-facts.js";

export function renderProposal(proposal: Proposal): string {
  return writeYaml(proposal, Proposal);
}

export function renderAdjudication(adjudication: Adjudication): string {
  return writeYaml(adjudication, Adjudication);
}

/** Complete for the Arbiter. A role that may see a summary gets what must change, without the assessment. */
export function renderChallenge(challenge: Challenge, { permission }: Looker): string {
  if (permission === "FULL") return writeYaml(challenge, Challenge);
  const { failures, sop_findings } = challenge;
  // An error-severity finding fails the work as well (decisions.md#standards-reach-reviewers), so it must be shown.
  const broken = sop_findings.filter(({ severity }) => severity === "error");
  return writeYaml({ failures, broken_standards: broken }, Failures);
}

const Failures = z.strictObject({
  failures: Challenge.shape.failures,
  broken_standards: Challenge.shape.sop_findings,
});

/**
 * All earlier rounds and how each ended. What a proposal has in common with the one after it is said there, so that
 * nobody reads it twice.
 */
export function renderTrail(rounds: readonly DebateRound[], now: Proposal | undefined, looker: Looker): string {
  if (rounds.length === 0) return "this is the first round";
  const whole: Looker = { ...looker, permission: "FULL" };
  return rounds
    .map(({ proposal, ended, challenge, adjudication }, index) =>
      [
        `## Round ${index + 1}`,
        renderEarlier(proposal, rounds[index + 1]?.proposal ?? now),
        ...(ended === null ? [] : [`ended by ${ended.by}:`, ...ended.why.map((why) => `- ${why}`)]),
        ...(challenge === null ? [] : [renderChallenge(challenge, whole)]),
        ...(adjudication === null ? [] : [renderAdjudication(adjudication)]),
      ].join("\n"),
    )
    .join("\n");
}

function renderEarlier({ proposal_id, claim, acceptance_checks, criteria }: Proposal, next: Proposal | undefined) {
  const kept = new Set([...(next?.acceptance_checks ?? []), ...(next?.criteria ?? []).map(keyOf)]);
  const parts = {
    acceptance_checks: acceptance_checks.filter((check) => !kept.has(check)),
    criteria: criteria.filter((trace) => !kept.has(keyOf(trace))),
  };
  const same = acceptance_checks.length + criteria.length - parts.acceptance_checks.length - parts.criteria.length;
  return [
    writeYaml({ proposal_id, claim, ...parts }, EarlierProposal).trimEnd(),
    ...(same === 0 ? [] : [`[${same} checks and criteria stand in the next proposal word for word]`]),
  ].join("\n");
}

function keyOf({ criterion, tests }: Proposal["criteria"][number]): string {
  return JSON.stringify([criterion, tests]);
}

const EarlierProposal = z.strictObject({
  proposal_id: Proposal.shape.proposal_id,
  claim: Proposal.shape.claim,
  acceptance_checks: z.array(z.string()),
  criteria: z.array(CriterionTrace),
});

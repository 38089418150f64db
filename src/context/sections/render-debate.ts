import { z } from "zod";
import { Adjudication } from "../../domain/debate/adjudication.js";
import { Challenge } from "../../domain/debate/challenge.js";
import { Proposal } from "../../domain/debate/proposal.js";
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

/** All earlier rounds. Only the Arbiter sees adjudications (requirements.md#who-sees-what). */
export function renderTrail(rounds: readonly DebateRound[], { role }: Looker): string {
  if (rounds.length === 0) return "this is the first round";
  const looker: Looker = { role, permission: "FULL" };
  return rounds
    .map(({ proposal, challenge, adjudication }, index) =>
      [
        `## Round ${index + 1}`,
        renderProposal(proposal),
        ...(challenge === null ? [] : [renderChallenge(challenge, looker)]),
        ...(adjudication === null || role !== "arbiter" ? [] : [renderAdjudication(adjudication)]),
      ].join("\n"),
    )
    .join("\n");
}

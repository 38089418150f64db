import type { Part } from "../../render/fit.js";
import { quotingWithin } from "../../render/plain-text.js";
import type { DebateTrail } from "../halts/escalation/escalation.js";

const LINE = 1_000;

/** The last position of each side for each module that was debated. */
export function positions(trail: DebateTrail): Part[] {
  const modules = [...new Set(trail.proposals.map(({ deliverable_ref }) => deliverable_ref))];
  if (modules.length <= 1) return table("", trail);
  return modules.flatMap((module) => table(` about ${module}`, trailOf(module, trail)));
}

function trailOf(module: string, { proposals, challenges, adjudications }: DebateTrail): DebateTrail {
  const own = proposals.filter(({ deliverable_ref }) => deliverable_ref === module);
  const ids = new Set(own.map(({ proposal_id }) => proposal_id));
  const isOwn = ({ target_artifact_id }: { readonly target_artifact_id: string }) => ids.has(target_artifact_id);
  return { proposals: own, challenges: challenges.filter(isOwn), adjudications: adjudications.filter(isOwn) };
}

function table(about: string, { proposals, challenges, adjudications }: DebateTrail): Part[] {
  const proposal = proposals.at(-1);
  const challenge = challenges.at(-1);
  const ruling = adjudications.at(-1);
  const against = [
    ...(challenge?.failures ?? []).map(({ required_change }) => required_change),
    ...(ruling === undefined ? [] : [`${ruling.decision}: ${ruling.rationale}`]),
  ];
  if (proposal === undefined && against.length === 0) return [];
  const rows = [
    ...(proposal === undefined ? [] : [`| for the work | ${quotingWithin(proposal.claim, LINE)} |`]),
    ...against.map((text) => `| against it | ${quotingWithin(text, LINE)} |`),
  ];
  return [
    {
      text: [`| position${about} | in its own words |`, "|---|---|", ...rows].join("\n"),
      whenLeftOut: `_The two positions${about} are left out: they did not fit. They are in the reviews above._`,
    },
  ];
}

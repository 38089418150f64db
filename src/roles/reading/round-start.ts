import type { DebateRound } from "../../context/sections/role-facts.js";

const BY: Readonly<Record<string, string>> = {
  gates: "The gates refused the round before",
  ship: "The module was approved, and ship refused it",
  remarks: "The module was approved, and then",
};

/** Why a round began, out of how the one before it ended; null for the first. */
export function roundStart(before: DebateRound | undefined): string | null {
  if (before === undefined) return null;
  const { ended, challenge, adjudication } = before;
  if (ended !== null) return [`${BY[ended.by] ?? ended.by}:`, ...ended.why.map((why) => `- ${why}`)].join("\n");
  if (adjudication !== null) return `The Arbiter decided ${adjudication.decision}: ${adjudication.rationale}`;
  if (challenge !== null) {
    const { failures, sop_findings } = challenge;
    const standards = sop_findings.filter(({ severity }) => severity === "error");
    const found = [
      ...failures.map(({ invariant, required_change }) => `- ${invariant}: ${required_change}`),
      ...standards.map(({ sop, finding }) => `- ${sop}: ${finding}`),
    ];
    return [`The Challenger said ${challenge.verdict}:`, ...found].join("\n");
  }
  return "A person had the module built again.";
}

/**
 * The same for the Proposer, who is given what gates, challenge and adjudication said in sections of their own: only
 * what nothing else says is told in full.
 */
export function roundStartInBrief(before: DebateRound | undefined): string | null {
  if (before === undefined) return null;
  const { ended, challenge, adjudication } = before;
  if (ended?.by === "gates") return "The gates refused the attempt before.";
  if (ended === null && adjudication?.decision === "APPROVE_WITH_AMENDMENTS") return "The Arbiter asks for amendments.";
  if (ended === null && adjudication === null && challenge !== null) return `The Challenger said ${challenge.verdict}.`;
  return roundStart(before);
}

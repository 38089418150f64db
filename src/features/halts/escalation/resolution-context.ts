import type { DebateTrail } from "./escalation.js";

/**
 * What helps to decide: the most persistent failed invariants, and the Arbiter's last ruling
 * (requirements.md#escalation-record).
 */
export function resolutionContext({ proposals, challenges, adjudications }: DebateTrail): string {
  if (proposals.length === 0) return "No proposal was made, so nothing was debated.";
  const rounds = `${proposals.length} ${proposals.length === 1 ? "proposal" : "proposals"}, ${challenges.length} ${
    challenges.length === 1 ? "challenge" : "challenges"
  }.`;
  const last = adjudications.at(-1);
  return [
    rounds,
    ...persistentFailures(challenges).map(
      ({ invariant, times }) => `"${invariant}" failed in ${times} of ${challenges.length} challenges.`,
    ),
    ...(last === undefined ? [] : [`The Arbiter decided ${last.decision}: ${last.rationale}`]),
  ].join(" ");
}

/** Invariants by the number of challenges that name them, most persistent first, ties in order of appearance. */
export function persistentFailures(challenges: DebateTrail["challenges"]): { invariant: string; times: number }[] {
  const times = new Map<string, number>();
  for (const { failures } of challenges) {
    for (const invariant of new Set(failures.map((failure) => failure.invariant.trim()))) {
      times.set(invariant, (times.get(invariant) ?? 0) + 1);
    }
  }
  return [...times].map(([invariant, count]) => ({ invariant, times: count })).sort((a, b) => b.times - a.times);
}

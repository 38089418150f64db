import type { Digest, Instant } from "../domain/ids.js";
import { accept, type Outcome, refuse } from "../domain/refusal.js";

/** What a person had before their eyes when they decided. */
export type Subject = "spec" | "card";

/** When a person spoke, and, where GitHub tells it (a review names its commit), exactly what they saw. */
export type Sighting = { readonly at: Instant; readonly digest: Digest | null };

/** The subject as it is now, and since when it says what it says. */
export type CurrentSubject = { readonly digest: Digest; readonly changedAt: Instant };

const STALE_CODES = { spec: "stale-approval", card: "stale-card" } as const satisfies Record<Subject, string>;

/**
 * A decision is for what its author saw (decisions.md#stale-answers). The digest settles it where it is known.
 * Otherwise the instants do, and a change within the same second counts as unseen: GitHub's instants are no finer, and
 * nobody reads that fast.
 */
export function checkFresh(subject: Subject, seen: Sighting, current: CurrentSubject): Outcome<null> {
  const unchanged =
    seen.digest === null ? toSecond(current.changedAt) < toSecond(seen.at) : seen.digest === current.digest;
  if (unchanged) return accept(null);
  return refuse(
    STALE_CODES[subject],
    `The ${subject} changed at ${current.changedAt} and this was written about an earlier version, at ${seen.at}. Read the ${subject} as it is now and repeat the command.`,
    { saw: seen.digest, seen_at: seen.at, now: current.digest, changed_at: current.changedAt },
  );
}

function toSecond(instant: Instant): number {
  return Math.floor(Date.parse(instant) / 1_000);
}

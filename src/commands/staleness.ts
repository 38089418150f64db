import type { Digest, Instant } from "../domain/ids.js";
import { accept, type Outcome, refuse } from "../domain/refusal.js";

/** What a person decides about. */
export type Subject = "spec" | "card";

/** When a person decided, and exactly what they saw, if GitHub has it (a review names its commit). */
export type Sighting = { readonly at: Instant; readonly digest: Digest | null };

/** The present subject, and since when it has this content. */
export type CurrentSubject = { readonly digest: Digest; readonly changedAt: Instant };

const STALE_CODES = { spec: "stale-approval", card: "stale-card" } as const satisfies Record<Subject, string>;

/**
 * A decision is for what its author saw (decisions.md#stale-answers). The digest decides if it is known. Otherwise the
 * instants do, and a change within the same second counts as unseen, because GitHub's instants are whole seconds.
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

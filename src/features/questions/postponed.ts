import { z } from "zod";
import { Instant } from "../../domain/ids.js";

/** A question whose model cannot be had: since when it has been asked in vain, and what was in the way at first. */
export const Postponed = z.strictObject({ since: Instant, why: z.string().min(1) });
export type Postponed = z.infer<typeof Postponed>;

/**
 * For so long a question is asked again by itself. Most overloads are over by then; what lasts longer is an outage or a
 * wrong setting, and a person should hear of either on the same morning. A span and not a number of tries, so that it
 * needs no count: whichever replica asks, the state says since when, and nothing is committed for a try.
 */
const PATIENCE_MS = 3_600_000;

/** Between two tries lies about as long as it has lasted already, within these bounds. */
const SHORTEST_MS = 60_000;
const LONGEST_MS = 900_000;

export function patienceEnds({ since }: Pick<Postponed, "since">): Instant {
  return new Date(Date.parse(since) + PATIENCE_MS).toISOString();
}

/** When a question that has been asked in vain is asked again; null when it has been for long enough. */
export function nextTry({
  now,
  since = now,
  retryAfterMs = 0,
}: {
  readonly now: Instant;
  readonly since?: Instant | undefined;
  /** What the provider asked for. */
  readonly retryAfterMs?: number | undefined;
}): Instant | null {
  const at = Date.parse(now);
  const end = Date.parse(patienceEnds({ since }));
  if (at >= end) return null;
  const lasted = Math.max(0, at - Date.parse(since));
  const delay = Math.max(retryAfterMs, Math.min(Math.max(lasted, SHORTEST_MS), LONGEST_MS));
  // The last try is made when patience ends, however long the provider would have one wait.
  return new Date(Math.min(at + delay, end)).toISOString();
}

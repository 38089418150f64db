import { z } from "zod";
import { Instant } from "../../domain/ids.js";

/** A question whose model is unavailable: since when, and the first reason. */
export const Postponed = z.strictObject({ since: Instant, why: z.string().min(1) });
export type Postponed = z.infer<typeof Postponed>;

/**
 * How long a question is asked again automatically. Most overloads are shorter; an outage or a wrong setting is longer
 * and needs a person. It is a time and not a number of tries, so nothing is committed for a try.
 */
const PATIENCE_MS = 3_600_000;

/** The pause between two tries is about as long as the model has been unavailable, within these bounds. */
const SHORTEST_MS = 60_000;
const LONGEST_MS = 900_000;

export function patienceEnds({ since }: Pick<Postponed, "since">): Instant {
  return new Date(Date.parse(since) + PATIENCE_MS).toISOString();
}

/** When a question is asked again; null if it has waited long enough. */
export function nextTry({
  now,
  since = now,
  retryAfterMs = 0,
}: {
  readonly now: Instant;
  readonly since?: Instant | undefined;
  /** What the provider requested. */
  readonly retryAfterMs?: number | undefined;
}): Instant | null {
  const at = Date.parse(now);
  const end = Date.parse(patienceEnds({ since }));
  if (at >= end) return null;
  const lasted = Math.max(0, at - Date.parse(since));
  const delay = Math.max(retryAfterMs, Math.min(Math.max(lasted, SHORTEST_MS), LONGEST_MS));
  // The last try is made at the end of the period, however long the provider would have us wait.
  return new Date(Math.min(at + delay, end)).toISOString();
}

import { z } from "zod";
import { Instant } from "../../domain/ids.js";

/** An issue whose product has ended, and when. Its label may stay on and is no new request. */
export const EndedRequest = z.strictObject({ issue: z.int().positive(), at: Instant });
export type EndedRequest = z.infer<typeof EndedRequest>;

/** How many are remembered. */
const MOST_ENDED = 200;

/** Adds the request that ends now as the newest. */
export function withEnded(ended: readonly EndedRequest[], { issue, at }: EndedRequest): EndedRequest[] {
  return [...ended.filter((before) => before.issue !== issue), { issue, at }].slice(-MOST_ENDED);
}

/**
 * When a product of this issue last ended; null if none is known. If some were forgotten, any issue may be one of them:
 * a label from before the oldest remembered one must be set again.
 */
export function lastEndOf(ended: readonly EndedRequest[], issue: number): Instant | null {
  const known = ended.find((before) => before.issue === issue);
  if (known !== undefined) return known.at;
  return ended.length < MOST_ENDED ? null : (ended[0]?.at ?? null);
}

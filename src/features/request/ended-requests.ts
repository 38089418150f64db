import { z } from "zod";
import { Instant } from "../../domain/ids.js";

/** An issue whose product has ended, and when it last did: its label may stay on, and asks for nothing by that. */
export const EndedRequest = z.strictObject({ issue: z.int().positive(), at: Instant });
export type EndedRequest = z.infer<typeof EndedRequest>;

/** As many as are remembered. */
const MOST_ENDED = 200;

/** With the request that ends now as the newest of them. */
export function withEnded(ended: readonly EndedRequest[], { issue, at }: EndedRequest): EndedRequest[] {
  return [...ended.filter((before) => before.issue !== issue), { issue, at }].slice(-MOST_ENDED);
}

/**
 * When a product that this issue asked for last ended; null where none is known. Where some had to be forgotten, any issue
 * may be one of them: then a label from before the oldest that is remembered must be put on again.
 */
export function lastEndOf(ended: readonly EndedRequest[], issue: number): Instant | null {
  const known = ended.find((before) => before.issue === issue);
  if (known !== undefined) return known.at;
  return ended.length < MOST_ENDED ? null : (ended[0]?.at ?? null);
}

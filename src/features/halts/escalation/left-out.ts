import { z } from "zod";
import type { FailedInvariant } from "./define-cause.js";
import { OutsideText } from "./outside-text.js";

/** Enough to see what is wrong, and never too many for a card. */
const LISTED = 20;

/** How many entries a cause's list leaves out, and where all of them are; null if they are not stored. */
export const LeftOut = z.strictObject({ count: z.int().positive(), all_in: OutsideText.nullable() });
export type LeftOut = z.infer<typeof LeftOut>;

/** The end of a list that has only the first entries. */
export const leftOut = { left_out: LeftOut.optional() };

/**
 * The first entries of a list. A report may have twenty thousand tests, and the cause is in the state, which is read
 * and written at every step.
 */
export function firstOf<Item>(
  items: readonly Item[],
  all_in: string | null,
  most = LISTED,
): { readonly listed: Item[]; readonly left_out?: LeftOut } {
  const listed = items.slice(0, most);
  const count = items.length - listed.length;
  return count === 0 ? { listed } : { listed, left_out: { count, all_in } };
}

/** Names in a sentence, with the number of those left out. */
export function named(names: readonly string[], left_out: LeftOut | undefined): string {
  return left_out === undefined ? names.join(", ") : `${names.join(", ")} and ${left_out.count} more`;
}

/** The entry for all that is not listed. */
export function unlisted(invariant: string, left_out: LeftOut | undefined): FailedInvariant[] {
  if (left_out === undefined) return [];
  const { count, all_in } = left_out;
  const where = all_in === null ? "which are not kept" : `all of them are in ${all_in}`;
  return [{ invariant, evidence: `${count} more, ${where}` }];
}

import { digestOf } from "../../domain/hash.js";
import type { Digest } from "../../domain/ids.js";
import type { ProductSpec } from "./product-spec.js";

/** From here on the person is advised to approve or reject; they may go on amending all the same. */
export const AMENDS_BEFORE_ADVICE = 3;

/** The identity of a spec's content, whatever the order of its keys. */
export function specDigest(spec: ProductSpec): Digest {
  return digestOf(spec);
}

/** What a person who keeps amending is told; never an obstacle. */
export function adviceAfter(consecutiveAmends: number): string | undefined {
  if (consecutiveAmends < AMENDS_BEFORE_ADVICE) return undefined;
  return (
    `This is amendment ${consecutiveAmends} in a row. Consider approving with the known limitations, ` +
    "or rejecting to start over from a revised SPEC.md. You may also go on amending."
  );
}

import { digestOf } from "../hash.js";
import type { Digest } from "../ids.js";
import { type Dimensions, dimensionsOf } from "./dimensions.js";

/**
 * The interface as one number: RFC 8785 and SHA-256 over exactly the five dimensions (requirements.md#fingerprint). Renaming,
 * retagging or rewriting the documentation never changes it.
 */
export function fingerprint(contract: Dimensions): Digest {
  return digestOf(dimensionsOf(contract));
}

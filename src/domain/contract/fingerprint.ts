import { digestOf } from "../hash.js";
import type { Digest } from "../ids.js";
import { type Dimensions, dimensionsOf } from "./dimensions.js";

/**
 * The digest of the interface: RFC 8785 and SHA-256 over exactly the five dimensions (requirements.md#fingerprint).
 * Names, tags and documentation do not change it.
 */
export function fingerprint(contract: Dimensions): Digest {
  return digestOf(dimensionsOf(contract));
}

import { sha256 } from "../../domain/hash.js";
import type { Seed } from "./fault-plan.js";

const HEX_DIGITS = 13;

/**
 * A number in [0, 1) that depends only on the seed and the position. A sequential generator would give other faults
 * whenever two requests swap places. A hash of the counter gives the n-th call of a route always the same number.
 */
export function draw(seed: Seed, ...place: readonly (string | number)[]): number {
  const digest = sha256(JSON.stringify([seed, ...place]));
  return Number.parseInt(digest.slice(0, HEX_DIGITS), 16) / 16 ** HEX_DIGITS;
}

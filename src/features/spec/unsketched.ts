import type { IoContractSketch } from "./product-spec.js";

/** Stands in a sketch that nobody has made. The fields are required, and a phrase would read like a promise. */
export const UNSKETCHED = "unsketched: the plan names and types it by the acceptance criteria";

export function isUnsketched(sketch: IoContractSketch): boolean {
  return Object.values(sketch).every((dimension) => dimension === UNSKETCHED);
}

import type { Feature } from "../../engine/feature.js";
import { detectProduct } from "./detect-product.js";
import { specEffects } from "./spec-effects.js";

/** The spec is drafted, shown, approved and merged. */
export const spec: Feature = {
  name: "spec",
  detect: detectProduct,
  effects: specEffects,
};

import type { Feature } from "../../engine/feature.js";
import { deprecationEffects } from "./deprecation-proposal.js";
import { detectDeprecations } from "./detect-deprecations.js";
import { reduceDeprecation } from "./reduce-deprecation.js";

/** A shipped module is marked as deprecated. */
export const deprecation: Feature = {
  name: "deprecation",
  detect: detectDeprecations,
  effects: deprecationEffects,
  reduce: {
    "deprecation-ordered": reduceDeprecation,
    "deprecation-prepared": reduceDeprecation,
    "deprecation-refused": reduceDeprecation,
    "deprecation-merged": reduceDeprecation,
  },
};

import type { Feature } from "../../engine/feature.js";
import { deprecationEffects } from "./deprecation-proposal.js";
import { detectDeprecations } from "./detect-deprecations.js";

/** A shipped module is marked as deprecated. */
export const deprecation: Feature = {
  name: "deprecation",
  detect: detectDeprecations,
  effects: deprecationEffects,
};

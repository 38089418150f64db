import type { Feature } from "../../engine/feature.js";
import { baselineEffects } from "./baseline-effects.js";
import { detectBaseline } from "./detect-baseline.js";

/** What passes on the default branch is what every task is judged by. */
export const baseline: Feature = {
  name: "baseline",
  detect: detectBaseline,
  effects: baselineEffects,
};

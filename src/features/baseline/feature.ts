import type { Feature } from "../../engine/feature.js";
import { baselineEffects } from "./baseline-effects.js";
import { detectBaseline } from "./detect-baseline.js";
import { reduceBaseline } from "./reduce-baseline.js";

/** What passes on the default branch is what every task is judged by. */
export const baseline: Feature = {
  name: "baseline",
  detect: detectBaseline,
  effects: baselineEffects,
  reduce: {
    "baseline-requested": reduceBaseline,
    "baseline-lost": reduceBaseline,
    "baseline-stuck": reduceBaseline,
    "baseline-retried": reduceBaseline,
    "baseline-taken": reduceBaseline,
    "baseline-ratcheted": reduceBaseline,
    "full-run-judged": reduceBaseline,
  },
};

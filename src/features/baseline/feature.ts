import type { Feature } from "../../engine/feature.js";
import { baselineEffects } from "./baseline-effects.js";
import { baselineFiles } from "./baseline-files.js";
import { baselinePaths, baselineRuns } from "./baseline-query.js";
import { baselineWaits } from "./baseline-waits.js";
import { detectBaseline } from "./detect-baseline.js";
import { reduceBaseline } from "./reduce-baseline.js";

/** What passes on the default branch is what every task is judged by. */
export const baseline: Feature = {
  name: "baseline",
  observes: ({ state }) => (state === null ? {} : { gateRuns: baselineRuns(state) }),
  reads: (state) => ({ required: baselinePaths(state) }),
  files: baselineFiles,
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
  waits: baselineWaits,
};

import type { Feature } from "../../engine/feature.js";
import { release as releaseCommand } from "./commands/release.js";
import { detectRelease } from "./detect-release.js";
import { reduceRelease } from "./reduce-release.js";
import { releaseEffects } from "./release-effects.js";
import { releaseBranches, releasePaths, releaseRuns } from "./release-query.js";
import { releaseWaits } from "./release-waits.js";

/** What has shipped is validated as a whole, and published. */
export const release: Feature = {
  name: "release",
  commands: () => [releaseCommand],
  observes: ({ state, config }) =>
    state === null ? {} : { branches: releaseBranches(state, config.branch_prefix), gateRuns: releaseRuns(state) },
  reads: (state) => ({ required: releasePaths(state) }),
  detect: detectRelease,
  effects: releaseEffects,
  reduce: {
    "release-due": reduceRelease,
    "release-suite-requested": reduceRelease,
    "release-suite-lost": reduceRelease,
    "release-locating": reduceRelease,
    "release-merge-requested": reduceRelease,
    "release-merge-judged": reduceRelease,
    "release-merge-lost": reduceRelease,
    "release-validated": reduceRelease,
    "release-overtaken": reduceRelease,
    "release-prepared": reduceRelease,
    "release-refused": reduceRelease,
    "release-merged": reduceRelease,
    "release-published": reduceRelease,
  },
  waits: releaseWaits,
};

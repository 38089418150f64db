import type { Feature } from "../../engine/feature.js";
import { deprecate } from "./commands/deprecate.js";
import { deprecationEffects } from "./deprecation-proposal.js";
import { deprecationBranches, deprecationPaths } from "./deprecation-query.js";
import { deprecationWaits } from "./deprecation-waits.js";
import { detectDeprecations } from "./detect-deprecations.js";
import { migrationFiles } from "./migration-files.js";
import { reduceDeprecation } from "./reduce-deprecation.js";

/** A shipped module is marked as deprecated. */
export const deprecation: Feature = {
  name: "deprecation",
  commands: () => [deprecate],
  observes: ({ state, config }) =>
    state === null ? {} : { branches: deprecationBranches(state, config.branch_prefix) },
  reads: (state) => ({ required: deprecationPaths(state) }),
  detect: detectDeprecations,
  effects: deprecationEffects,
  files: (situation, event) => (event.kind === "deprecation-migrated" ? migrationFiles(situation, event) : []),
  reduce: {
    "deprecation-ordered": reduceDeprecation,
    "deprecation-prepared": reduceDeprecation,
    "deprecation-refused": reduceDeprecation,
    "deprecation-merged": reduceDeprecation,
    "deprecation-consumers-found": reduceDeprecation,
    "deprecation-migrated": reduceDeprecation,
  },
  waits: deprecationWaits,
};

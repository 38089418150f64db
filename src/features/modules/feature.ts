import type { Feature } from "../../engine/feature.js";
import { detectWork } from "./detect-work.js";
import { reduceWork } from "./reduce-work.js";
import { workEffects } from "./work-effects.js";
import { workFilesOf } from "./work-files.js";
import { awaitedRuns, judgedOn, workPaths } from "./work-query.js";

/** Tasks in work are planned, built module by module, judged and merged. */
export const modules: Feature = {
  name: "modules",
  observes: ({ state, config }) =>
    state === null ? {} : { gateRuns: awaitedRuns(state), judgedOn: judgedOn(state, config.branch_prefix) },
  reads: (state) => ({ required: workPaths(state) }),
  files: workFilesOf,
  detect: detectWork,
  effects: workEffects,
  reduce: {
    "work-moved": reduceWork,
  },
};

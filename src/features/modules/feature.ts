import type { Feature } from "../../engine/feature.js";
import { detectWork } from "./detect-work.js";
import { reduceWork } from "./reduce-work.js";
import { workEffects } from "./work-effects.js";

/** Tasks in work are planned, built module by module, judged and merged. */
export const modules: Feature = {
  name: "modules",
  detect: detectWork,
  effects: workEffects,
  reduce: {
    "work-moved": reduceWork,
  },
};

import type { Feature } from "../../engine/feature.js";
import { changeEffects } from "./change-effects.js";
import { changeFiles } from "./change-files.js";
import { changePaths } from "./change-paths.js";
import { detectChanges } from "./detect-changes.js";
import { reduceChanges } from "./reduce-changes.js";

/** The contract of a shipped module is changed. */
export const interfaceChange: Feature = {
  name: "interface-change",
  reads: (state) => ({ required: changePaths(state) }),
  files: (situation, event) => (event.kind === "interface-change-moved" ? changeFiles(situation, event) : []),
  detect: detectChanges,
  effects: changeEffects,
  reduce: {
    "interface-change-moved": reduceChanges,
  },
};

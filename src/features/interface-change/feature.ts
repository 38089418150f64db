import type { Feature } from "../../engine/feature.js";
import { changeEffects } from "./change-effects.js";
import { detectChanges } from "./detect-changes.js";
import { reduceChanges } from "./reduce-changes.js";

/** The contract of a shipped module is changed. */
export const interfaceChange: Feature = {
  name: "interface-change",
  detect: detectChanges,
  effects: changeEffects,
  reduce: {
    "interface-change-moved": reduceChanges,
  },
};

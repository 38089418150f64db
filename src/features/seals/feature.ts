import type { Feature } from "../../engine/feature.js";
import { sealEffects } from "./seal-effects.js";

/** A check on every pull request says whether it changes what is sealed. */
export const seals: Feature = {
  name: "seals",
  effects: sealEffects,
};

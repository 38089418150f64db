import type { Feature } from "../../engine/feature.js";
import { isPaused } from "../pause/is-paused.js";
import { knownVersions } from "../shipping/known-versions.js";
import { sealEffects } from "./seal-effects.js";

/** A check on every pull request says whether it changes what is sealed. */
export const seals: Feature = {
  name: "seals",
  observes: ({ state }) => ({
    sealing: state === null || !isPaused(state),
    shipped: Object.keys(knownVersions(state).versions).length > 0,
  }),
  earlyEffects: sealEffects,
  effects: sealEffects,
};

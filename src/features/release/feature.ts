import type { Feature } from "../../engine/feature.js";
import { detectRelease } from "./detect-release.js";
import { releaseEffects } from "./release-effects.js";

/** What has shipped is validated as a whole, and published. */
export const release: Feature = {
  name: "release",
  detect: detectRelease,
  effects: releaseEffects,
};

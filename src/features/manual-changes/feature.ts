import type { Feature } from "../../engine/feature.js";
import { detectByHand } from "./detect-manual-changes.js";

/** What people do by hand to what is ours is noticed. */
export const manualChanges: Feature = {
  name: "manual-changes",
  detect: detectByHand,
};

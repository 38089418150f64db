import { accept } from "../../domain/refusal.js";
import type { Feature } from "../../engine/feature.js";
import { withHeard } from "../halts/reduce-decisions.js";
import { noteManualChange } from "../inbox/reduce-inbox.js";
import { detectByHand } from "./detect-manual-changes.js";

/** What people do by hand to what is ours is noticed. */
export const manualChanges: Feature = {
  name: "manual-changes",
  detect: detectByHand,
  reduce: {
    "manual-change-detected": (state, { heard, note }) => accept(noteManualChange(withHeard(state, heard), note)),
  },
};

import type { Feature } from "../../engine/feature.js";
import { detectUndo } from "./detect-undo.js";
import { withoutHeldMerges } from "./hold-back.js";
import { reduceUndo } from "./rules/reduce-undo.js";
import { undoEffects } from "./undo-proposal.js";

/** A shipped task leaves as it came, by a pull request. */
export const undo: Feature = {
  name: "undo",
  detect: detectUndo,
  effects: undoEffects,
  holdBack: withoutHeldMerges,
  reduce: {
    "undo-ordered": reduceUndo,
    "undo-prepared": reduceUndo,
    "undo-refused": reduceUndo,
    "undo-merged": reduceUndo,
    "undo-settled": reduceUndo,
  },
};

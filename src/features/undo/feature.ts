import type { Feature } from "../../engine/feature.js";
import { undo as undoCommand } from "./commands/undo.js";
import { detectUndo, takenBackFiles } from "./detect-undo.js";
import { withoutHeldMerges } from "./hold-back.js";
import { reduceUndo } from "./rules/reduce-undo.js";
import { undoEffects } from "./undo-proposal.js";
import { undoBranches, undoPaths } from "./undo-query.js";
import { undoWaits } from "./undo-waits.js";

/** A shipped task leaves as it came, by a pull request. */
export const undo: Feature = {
  name: "undo",
  commands: () => [undoCommand],
  observes: ({ state, config }) => (state === null ? {} : { branches: undoBranches(state, config.branch_prefix) }),
  reads: (state) => ({ required: undoPaths(state) }),
  files: (situation, event) =>
    event.kind === "project-updated" && event.event.kind === "task-taken-back"
      ? takenBackFiles(situation, event.event)
      : [],
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
  waits: undoWaits,
};

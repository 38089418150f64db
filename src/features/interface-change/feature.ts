import type { Feature } from "../../engine/feature.js";
import { changeEffects } from "./change-effects.js";
import { changeFiles } from "./change-files.js";
import { changePaths } from "./change-paths.js";
import { approveInterfaceChange } from "./commands/approve-change.js";
import { deferInterfaceChange } from "./commands/defer-change.js";
import { rejectInterfaceChange } from "./commands/reject-change.js";
import { detectChanges } from "./detect-changes.js";
import { reduceChanges } from "./reduce-changes.js";

/** The contract of a shipped module is changed. */
export const interfaceChange: Feature = {
  name: "interface-change",
  commands: () => [approveInterfaceChange, rejectInterfaceChange, deferInterfaceChange],
  reads: (state) => ({ required: changePaths(state) }),
  files: (situation, event) => (event.kind === "interface-change-updated" ? changeFiles(situation, event) : []),
  detect: detectChanges,
  effects: changeEffects,
  asks: {
    "debate-contract": (state, { change_id, question }) => {
      const stage = state.interface_changes[change_id]?.stage;
      return stage?.stage === "debating" && stage.question === question;
    },
  },
  reduce: {
    "interface-change-updated": reduceChanges,
  },
};

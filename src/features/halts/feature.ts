import { accept } from "../../domain/refusal.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Feature } from "../../engine/feature.js";
import type { Situation } from "../../engine/situation.js";
import { noteManualChange } from "../inbox/reduce-inbox.js";
import { decisionEffects } from "./decision-effects.js";
import { decisionFiles } from "./decision-files.js";
import { allDecisionPaths } from "./decision-paths.js";
import { detectCards } from "./detect-cards.js";
import { detectEnded } from "./detect-ended.js";
import { withHeard } from "./reduce-decisions.js";

/** A task that cannot go on asks a person. */
export const halts: Feature = {
  name: "halts",
  reads: (state) => ({ required: allDecisionPaths(state) }),
  files: decisionFiles,
  detect,
  effects: decisionEffects,
  reduce: {
    "person-asked": (state, { note }) => accept(noteManualChange(state, note)),
    // A record of who; what follows it is events of their own. It counts like a command.
    "button-pressed": (state, { by, at }) => accept(withHeard(state, { by: by.login, at })),
    "pull-settled": (state, { key }) => accept({ ...state, noted: [...state.noted, key] }),
  },
};

/** Cards count before the ends of tasks. */
function detect(situation: Situation): readonly FactoryEvent[] {
  const cards = detectCards(situation);
  return cards.length > 0 ? cards : detectEnded(situation);
}

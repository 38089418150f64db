import { accept } from "../../domain/refusal.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Feature } from "../../engine/feature.js";
import type { Situation } from "../../engine/situation.js";
import { noteManualChange } from "../inbox/reduce-inbox.js";
import { effectsOfTasks } from "../modules/work-situation.js";
import { pressButton } from "./buttons/press-button.js";
import { abandon } from "./commands/abandon.js";
import { amendSpec } from "./commands/amend-spec.js";
import { fix } from "./commands/fix.js";
import { override } from "./commands/override.js";
import { retry } from "./commands/retry.js";
import { revisePlan } from "./commands/revise-plan.js";
import { split } from "./commands/split.js";
import { decisionEffects } from "./decision-effects.js";
import { decisionFiles } from "./decision-files.js";
import { allDecisionPaths } from "./decision-paths.js";
import { detectCards } from "./detect-cards.js";
import { detectEnded } from "./detect-ended.js";
import { detectHalts, haltFiles } from "./detect-halt.js";
import { fixEffects } from "./fix/fix-effects.js";
import { withHeard } from "./reduce-decisions.js";

/** A task that cannot go on asks a person. */
export const halts: Feature = {
  name: "halts",
  commands: () => [override, amendSpec, split, revisePlan, fix, abandon, retry],
  reads: (state) => ({ required: allDecisionPaths(state) }),
  files: (situation, event) => [...decisionFiles(situation, event), ...haltFiles(situation, event)],
  takenWhenHeld: ["button-pressed"],
  expands: { "button-pressed": pressButton },
  detect,
  effects: (situation) => [
    ...effectsOfTasks(situation, (inWork) => fixEffects(situation, inWork)),
    ...decisionEffects(situation),
  ],
  reduce: {
    "person-asked": (state, { note }) => accept(noteManualChange(state, note)),
    // A record of who; what follows it is events of their own. It counts like a command.
    "button-pressed": (state, { by, at }) => accept(withHeard(state, { by: by.login, at })),
    "pull-settled": (state, { key }) => accept({ ...state, noted: [...state.noted, key] }),
  },
};

/** Halts count before their cards, and cards before the ends of tasks. */
function detect(situation: Situation): readonly FactoryEvent[] {
  const halts = detectHalts(situation);
  if (halts.length > 0) return halts;
  const cards = detectCards(situation);
  return cards.length > 0 ? cards : detectEnded(situation);
}

import type { FactoryEvent } from "../../engine/event.js";
import type { Feature } from "../../engine/feature.js";
import type { Situation } from "../../engine/situation.js";
import { decisionEffects } from "./decision-effects.js";
import { detectCards } from "./detect-cards.js";
import { detectEnded } from "./detect-ended.js";

/** A task that cannot go on asks a person. */
export const halts: Feature = { name: "halts", detect, effects: decisionEffects };

/** Cards count before the ends of tasks. */
function detect(situation: Situation): readonly FactoryEvent[] {
  const cards = detectCards(situation);
  return cards.length > 0 ? cards : detectEnded(situation);
}

import { FEATURES } from "../../features/features.js";
import { areQuestionsHeld, isHeld } from "../is-held.js";
import type { Situation } from "../situation.js";
import type { Effect } from "./effect.js";
import { asksModel } from "./effect-table.js";

/**
 * The pending effects, derived from state and observation alone. What a crash left undone is derived again, and what
 * GitHub already shows is not. While everything is held back, only comments are pending.
 */
export function deriveEffects(situation: Situation): readonly Effect[] {
  const actions = isHeld(situation.state) ? [] : deriveActions(situation);
  return FEATURES.reduce((effects, { speak }) => speak?.(situation, effects) ?? effects, actions);
}

function deriveActions(situation: Situation): readonly Effect[] {
  const due: readonly Effect[] = FEATURES.flatMap(({ effects }) => effects?.(situation) ?? []);
  const allowed = areQuestionsHeld(situation.state) ? due.filter((effect) => !asksModel(effect)) : due;
  return FEATURES.reduce((left, { holdBack }) => holdBack?.(situation, left) ?? left, allowed);
}

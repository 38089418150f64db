import { FEATURES } from "../features/features.js";
import { asksModel, type JobEffect, type ModelEffect } from "./effects/effect-table.js";
import type { FactoryState } from "./factory-state.js";
import { areQuestionsHeld, isHeld } from "./is-held.js";

/** Whether a state still calls for this question. A question that is held back is pending again afterwards. */
export function isAsked(state: FactoryState, effect: JobEffect): boolean {
  if (isHeld(state) || areQuestionsHeld(state)) return false;
  return !asksModel(effect) || asking(effect.kind)(state, effect);
}

/** The compiler does not see that what is found under a kind is asked of that kind. */
function asking(kind: ModelEffect["kind"]): (state: FactoryState, effect: ModelEffect) => boolean {
  for (const { asks } of FEATURES) {
    const isCalledFor = asks?.[kind];
    if (isCalledFor !== undefined) return isCalledFor as (state: FactoryState, effect: ModelEffect) => boolean;
  }
  throw new TypeError(`no feature says when ${kind} is called for`);
}

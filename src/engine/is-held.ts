import { FEATURES } from "../features/features.js";
import type { FactoryState } from "./factory-state.js";

/** Whether a feature holds everything back in this state. */
export function isHeld(state: FactoryState): boolean {
  return FEATURES.some(({ holds }) => holds?.(state) === true);
}

/** Whether no question may be put to a model in this state. */
export function areQuestionsHeld(state: FactoryState): boolean {
  return FEATURES.some(({ holdsQuestions }) => holdsQuestions?.(state) === true);
}

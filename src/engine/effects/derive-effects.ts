import { FEATURES } from "../../features/features.js";
import { isPaused } from "../../features/pause/is-paused.js";
import type { Situation } from "../situation.js";
import type { Effect } from "./effect.js";

/**
 * The pending effects, derived from state and observation alone. What a crash left undone is derived again, and what
 * GitHub already shows is not. While paused, only comments are pending.
 */
export function deriveEffects(situation: Situation): readonly Effect[] {
  const actions = isPaused(situation.state) ? [] : deriveActions(situation);
  return FEATURES.reduce((effects, { speak }) => speak?.(situation, effects) ?? effects, actions);
}

function deriveActions(situation: Situation): readonly Effect[] {
  const due: readonly Effect[] = FEATURES.flatMap(({ effects }) => effects?.(situation) ?? []);
  return FEATURES.reduce((left, { holdBack }) => holdBack?.(situation, left) ?? left, due);
}

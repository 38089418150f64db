import type { Effect } from "../../engine/effects/effect.js";
import { asksModel } from "../../engine/effects/effect-table.js";
import type { Situation } from "../../engine/situation.js";

/** While a checkpoint is open, no model is asked. Jobs that already run may finish. */
export function unlessAtCheckpoint({ state }: Situation, effects: readonly Effect[]): readonly Effect[] {
  if (state.checkpoint.open === null) return effects;
  return effects.filter((effect) => !asksModel(effect));
}

import type { Effect } from "../../engine/effect.js";
import type { Situation } from "../../engine/situation.js";

/** While a checkpoint is open no model is asked; what is under way ends. */
export function unlessAtCheckpoint({ state }: Situation, effects: readonly Effect[]): readonly Effect[] {
  if (state.checkpoint.open === null) return effects;
  return effects.filter(({ kind }) => !["ask-role", "draft-spec", "debate-contract"].includes(kind));
}

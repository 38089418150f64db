import { isAwaited } from "../features/modules/questions.js";
import { isPaused } from "../features/pause/is-paused.js";
import { asksModel, type JobEffect, type ModelEffect } from "./effects/effect-table.js";
import type { FactoryState } from "./factory-state.js";

/**
 * Whether a state still calls for this question. A question that a checkpoint or a pause holds back is pending again
 * afterwards.
 */
export function isAsked(state: FactoryState, effect: JobEffect): boolean {
  if (isPaused(state) || state.checkpoint.open !== null) return false;
  return !asksModel(effect) || isAwaitedBy(state, effect);
}

function isAwaitedBy(state: FactoryState, effect: ModelEffect): boolean {
  switch (effect.kind) {
    case "draft-spec":
      return state.product?.phase === "drafting" && state.product.round.number === effect.round.number;
    case "ask-role": {
      const work = state.work[effect.task];
      return work !== undefined && isAwaited(work, effect.question);
    }
    case "debate-contract": {
      const stage = state.interface_changes[effect.exception]?.stage;
      return stage?.stage === "debating" && stage.question === effect.question;
    }
    default:
      return effect satisfies never;
  }
}

import type { Instant } from "../../domain/ids.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { isPaused } from "../pause/is-paused.js";
import { isFinished } from "../spec/reduce-product.js";

/** Cycles without progress end in a checkpoint, so that no money is spent until a person has decided. */
export function breakLoop(state: FactoryState, now: Instant): FactoryEvent | null {
  const { record, open } = state.checkpoint;
  if (isPaused(state) || isFinished(state) || open !== null) return null;
  return { kind: "checkpoint-reached", at: now, triggers: ["no-progress"], record };
}

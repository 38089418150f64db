import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { EventOf } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";

export function reachCheckpoint(state: FactoryState, event: EventOf<"checkpoint-reached">): Outcome<FactoryState> {
  const { checkpoint } = state;
  if (checkpoint.open !== null)
    return refuse("checkpoint-open", `checkpoint ${checkpoint.open.number} waits for a person already`);
  const { triggers, at: opened_at, hard_usd, failed, after = checkpoint.opened } = event;
  if (after !== checkpoint.opened || (hard_usd ?? Infinity) < (checkpoint.limits?.hard_usd ?? 0))
    return refuse("checkpoint-answered", "a person has decided about what this checkpoint would ask");
  const number = checkpoint.opened + 1;
  const open = {
    number,
    triggers,
    opened_at,
    ...(hard_usd === undefined ? {} : { hard_usd }),
    ...(failed === undefined ? {} : { failed }),
  };
  return accept({ ...state, checkpoint: { ...checkpoint, open, opened: number, record: event.record } });
}

export function continueAfterCheckpoint(
  state: FactoryState,
  { record }: EventOf<"checkpoint-passed">,
): Outcome<FactoryState> {
  return state.checkpoint.open === null
    ? refuse("no-checkpoint", "no checkpoint is open, so there is nothing to continue")
    : accept(passCheckpoint(state, record));
}

export function passCheckpoint(state: FactoryState, record = state.checkpoint.record): FactoryState {
  return { ...state, checkpoint: { ...state.checkpoint, open: null, record } };
}

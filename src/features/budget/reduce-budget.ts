import type { UsageLine } from "../../domain/artifacts/usage-ledger.js";
import { accept, type Outcome } from "../../domain/refusal.js";
import type { EventOf } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { spend } from "./spent.js";

/** The limits as a person set them; a checkpoint that asked about them is answered. */
export function setBudget(state: FactoryState, { limits, record }: EventOf<"budget-set">): Outcome<FactoryState> {
  return accept({ ...state, checkpoint: { ...state.checkpoint, open: null, limits, record } });
}

export function charged(state: FactoryState, usage: readonly UsageLine[]): FactoryState {
  return { ...state, spent: spend(state.spent, usage) };
}

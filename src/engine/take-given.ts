import type { Refusal } from "../domain/refusal.js";
import { isPaused } from "../features/pause/is-paused.js";
import type { FactoryEvent } from "./event.js";
import type { FactoryState } from "./factory-state.js";

type Given = {
  readonly taken: readonly FactoryEvent[];
  readonly discarded: readonly { readonly event: FactoryEvent; readonly refusal: Refusal }[];
};

const PAUSED: Refusal = { code: "paused", message: "it is paused: what was under way is discarded" };

/** Takes the events of jobs. While paused, only their costs and pressed buttons are taken. */
export function takeGiven(state: FactoryState | null, given: readonly FactoryEvent[]): Given {
  if (state === null || !isPaused(state)) return { taken: given, discarded: [] };
  const stands = ({ kind }: FactoryEvent) => kind === "calls-paid" || kind === "button-pressed";
  return {
    taken: given.filter(stands),
    discarded: given.filter((event) => !stands(event)).map((event) => ({ event, refusal: PAUSED })),
  };
}

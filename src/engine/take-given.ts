import type { Refusal } from "../domain/refusal.js";
import { FEATURES } from "../features/features.js";
import type { EventKind, FactoryEvent } from "./event.js";
import type { FactoryState } from "./factory-state.js";
import { isHeld } from "./is-held.js";

type Given = {
  readonly taken: readonly FactoryEvent[];
  readonly discarded: readonly { readonly event: FactoryEvent; readonly refusal: Refusal }[];
};

const PAUSED: Refusal = { code: "paused", message: "it is paused: what was under way is discarded" };

/** Takes the events of jobs and deliveries. While everything is held back, only those that a feature takes even then. */
export function takeGiven(state: FactoryState | null, given: readonly FactoryEvent[]): Given {
  if (state === null || !isHeld(state)) return { taken: given, discarded: [] };
  const taken: ReadonlySet<EventKind> = new Set(FEATURES.flatMap(({ takenWhenHeld }) => takenWhenHeld ?? []));
  const isTaken = ({ kind }: FactoryEvent) => taken.has(kind);
  return {
    taken: given.filter(isTaken),
    discarded: given.filter((event) => !isTaken(event)).map((event) => ({ event, refusal: PAUSED })),
  };
}

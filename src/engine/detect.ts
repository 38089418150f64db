import { FEATURES } from "../features/features.js";
import type { FactoryEvent } from "./event.js";
import type { FactoryState } from "./factory-state.js";
import type { Feature } from "./feature.js";
import { isHeld } from "./is-held.js";
import { type DecisionInput, situationIn } from "./situation.js";

/** The events since the state was written: those of the first feature that detects any. The order of the features matters. */
export function detect(input: DecisionInput, state: FactoryState | null): readonly FactoryEvent[] {
  if (state === null) return firstOf(({ begin }) => begin?.(input));
  const situation = situationIn(input, state);
  if (isHeld(state)) return firstOf(({ detectPaused }) => detectPaused?.(situation));
  return firstOf(({ detect }) => detect?.(situation));
}

function firstOf(detectIn: (feature: Feature) => readonly FactoryEvent[] | undefined): readonly FactoryEvent[] {
  for (const feature of FEATURES) {
    const events = detectIn(feature) ?? [];
    if (events.length > 0) return events;
  }
  return [];
}

import { accept, type Outcome, refuse } from "../domain/refusal.js";
import { FEATURES } from "../features/features.js";
import type { EventKind, FactoryEvent } from "./event.js";
import type { FactoryState } from "./factory-state.js";
import type { Prepared, Reducer } from "./feature.js";

/**
 * The state after an event, or why it cannot have happened. Replaying a history is folding this over its events. There
 * is no state before the first request: only that one can happen then.
 */
export function reduce(
  state: FactoryState | null,
  event: FactoryEvent,
  prepared: Prepared = {},
): Outcome<FactoryState> {
  if (event.kind === "product-requested") return reducerOf(event.kind)(state, event, prepared);
  if (state === null) return refuse("nothing-requested", `${event.kind} happened, but no product has been asked for`);
  const changed = reducerOf<FactoryEvent["kind"]>(event.kind)(state, event, prepared);
  if (!changed.ok) return changed;
  const followed = FEATURES.reduce(
    (after, { follow }) => follow?.({ before: state, after }, event) ?? after,
    changed.value,
  );
  return accept({ ...followed, updated_at: event.at });
}

/** The compiler does not see that the reducer of a kind is found under that kind. */
function reducerOf<K extends EventKind>(kind: K): Reducer<K> {
  for (const { reduce: reducers } of FEATURES) {
    const reducer = reducers?.[kind];
    if (reducer !== undefined) return reducer as Reducer<K>;
  }
  throw new TypeError(`no feature says what ${kind} does to the state`);
}

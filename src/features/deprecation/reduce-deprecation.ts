import type { ModuleRef } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { addNote } from "../inbox/reduce-inbox.js";
import { recordVersions } from "../shipping/known-versions.js";
import type { DeprecationState } from "./deprecation-state.js";

type DeprecationEvent = Extract<FactoryEvent, { kind: `deprecation-${string}` }>;

/** The state after an event of a deprecation, or why the event is impossible. */
export function reduceDeprecation(state: FactoryState, event: DeprecationEvent): Outcome<FactoryState> {
  const ref = event.kind === "deprecation-ordered" ? event.order.module_ref : event.module_ref;
  const found = state.deprecations.find(({ order }) => order.module_ref === ref);
  if (event.kind === "deprecation-ordered") {
    if (found !== undefined) return refuse("deprecation-under-way", `${ref} is being deprecated already.`);
    return to(state, ref, { phase: "preparing", order: event.order });
  }
  if (found === undefined) return refuse("no-deprecation", `${event.kind} happened, but nobody deprecates ${ref}`);
  switch (event.kind) {
    case "deprecation-prepared": {
      const { digest, downstream } = event;
      return to(state, ref, { phase: "proposing", order: found.order, digest, downstream });
    }
    case "deprecation-refused":
      return to(addNote(state, event.note), ref, null);
    case "deprecation-merged":
      return to(addNote(recordVersions(state, [ref], "DEPRECATED"), event.note), ref, null);
    default:
      return event satisfies never;
  }
}

function to(state: FactoryState, ref: ModuleRef, next: DeprecationState | null): Outcome<FactoryState> {
  const others = state.deprecations.filter(({ order }) => order.module_ref !== ref);
  return accept({ ...state, deprecations: next === null ? others : [...others, next] });
}

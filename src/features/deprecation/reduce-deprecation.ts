import type { ModuleRef } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { Intent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { oweNote } from "../inbox/reduce-inbox.js";
import { recordVersions } from "../shipping/known-versions.js";
import type { DeprecationState } from "./deprecation-state.js";

type DeprecationIntent = Extract<Intent, { kind: `deprecation-${string}` }>;

/** The state after something happened to a deprecation, or why it cannot have happened. */
export function reduceDeprecation(state: FactoryState, intent: DeprecationIntent): Outcome<FactoryState> {
  const ref = intent.kind === "deprecation-ordered" ? intent.order.module_ref : intent.module_ref;
  const found = state.deprecations.find(({ order }) => order.module_ref === ref);
  if (intent.kind === "deprecation-ordered") {
    if (found !== undefined) return refuse("deprecation-under-way", `${ref} is being deprecated already.`);
    return to(state, ref, { phase: "preparing", order: intent.order });
  }
  if (found === undefined) return refuse("no-deprecation", `${intent.kind} happened, but nobody deprecates ${ref}`);
  switch (intent.kind) {
    case "deprecation-prepared": {
      const { digest, downstream } = intent;
      return to(state, ref, { phase: "proposing", order: found.order, digest, downstream });
    }
    case "deprecation-refused":
      return to(oweNote(state, intent.note), ref, null);
    case "deprecation-merged":
      return to(oweNote(recordVersions(state, [ref], "DEPRECATED"), intent.note), ref, null);
    default:
      return intent satisfies never;
  }
}

function to(state: FactoryState, ref: ModuleRef, next: DeprecationState | null): Outcome<FactoryState> {
  const others = state.deprecations.filter(({ order }) => order.module_ref !== ref);
  return accept({ ...state, deprecations: next === null ? others : [...others, next] });
}

import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { addNote } from "../inbox/reduce-inbox.js";

type ValidationEvent = Extract<FactoryEvent, { kind: `validation-${string}` }>;

export function reduceValidation(state: FactoryState, event: ValidationEvent): Outcome<FactoryState> {
  const { validation, ...others } = state;
  if (event.kind === "validation-ordered") {
    if (validation !== undefined) return refuse("validation-under-way", "the whole suite is running already");
    return accept({ ...state, validation: event.order });
  }
  if (validation === undefined)
    return refuse("no-validation", `${event.kind} happened, but nobody asked for the suite`);
  switch (event.kind) {
    case "validation-requested":
      return accept({ ...state, validation: { ...validation, run: event.run } });
    case "validation-lost":
      return accept({ ...state, validation: { ...validation, run: null, lost: validation.lost + 1 } });
    case "validation-concluded":
      return accept(addNote(others, event.note));
    default:
      return event satisfies never;
  }
}

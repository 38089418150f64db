import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { usageOf } from "../budget/payments-for.js";
import { spend } from "../budget/spent.js";

/** Postpones a question. Its period starts with the first time. */
export function postponeQuestion(
  state: FactoryState,
  { at, job, why, usage }: Extract<FactoryEvent, { kind: "question-postponed" }>,
): FactoryState {
  const known = state.postponed?.[job];
  return {
    ...state,
    postponed: { ...state.postponed, [job]: known ?? { since: at, why } },
    spent: spend(state.spent, usage),
  };
}

/** Any answer of a model ends its unavailability, and so does a person who continues the project. */
export function endPostponed(state: FactoryState, event: FactoryEvent): FactoryState {
  if (state.postponed === undefined) return state;
  const isBack = usageOf(event).some(({ outcome }) => outcome === "answered");
  const resumes = event.kind === "project-updated" && event.event.kind === "project-resumed";
  if (!(isBack || resumes) || event.kind === "question-postponed") return state;
  const { postponed: _, ...rest } = state;
  return rest;
}

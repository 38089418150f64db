import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { usageOf } from "../budget/payments-for.js";
import { spend } from "../budget/spent.js";

/** A question that was asked in vain stays open. It counts from the first time, however often that is told. */
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

/** A model that answers anybody can be had again, and a person who lets the project go on gives it all its time again. */
export function endPostponed(state: FactoryState, event: FactoryEvent): FactoryState {
  if (state.postponed === undefined) return state;
  const isBack = usageOf(event).some(({ outcome }) => outcome === "answered");
  const resumes = event.kind === "project-moved" && event.move.kind === "project-resumed";
  if (!(isBack || resumes) || event.kind === "question-postponed") return state;
  const { postponed: _, ...rest } = state;
  return rest;
}

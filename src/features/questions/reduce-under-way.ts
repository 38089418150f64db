import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { usageOf } from "../budget/payments-for.js";
import { spend } from "../budget/spent.js";
import { isPaused } from "../pause/is-paused.js";

type Asked = Extract<FactoryEvent, { kind: "question-asked" }>;

/**
 * Records a question before a model gets it, and the cost of earlier runs that were lost. While paused, nothing is
 * asked.
 */
export function askQuestion(
  state: FactoryState,
  { kind: _, at, run_id, usage, ...asked }: Asked,
): Outcome<FactoryState> {
  if (isPaused(state)) return refuse("paused", `${run_id} cannot be asked: the work is paused`);
  const { under_way = {} } = withoutCharged(state, usage);
  return accept({
    ...state,
    under_way: { ...under_way, [run_id]: { since: at, ...asked } },
    spent: spend(state.spent, usage),
  });
}

/** Removes a question whose calls are paid. */
export function endUnderWay(state: FactoryState, event: FactoryEvent): FactoryState {
  return event.kind === "question-asked" ? state : withoutCharged(state, usageOf(event));
}

function withoutCharged(state: FactoryState, usage: readonly { readonly run_id: string }[]): FactoryState {
  const { under_way, ...rest } = state;
  if (under_way === undefined || usage.length === 0) return state;
  const charged = new Set(usage.map(({ run_id }) => run_id));
  const left = Object.entries(under_way).filter(([run]) => !charged.has(run));
  return left.length === 0 ? rest : { ...rest, under_way: Object.fromEntries(left) };
}

import { type Answer, answered } from "../../domain/ledger/clarifying-question.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { EventOf } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { ProductState } from "../spec/product-state.js";

type Asking = Extract<ProductState, { phase: "asking" }>;

/** Once a product, and only before its first draft. */
export function askPeople(
  state: FactoryState,
  { at, round, questions }: EventOf<"clarification-asked">,
): Outcome<FactoryState> {
  const { product } = state;
  if (product?.phase !== "drafting" || product.round.number !== round)
    return refuse("stale-draft", `the draft of round ${round} is no longer awaited`);
  if (product.round.answers !== undefined) return refuse("asked-before", "people were asked already");
  return accept({
    ...state,
    product: { phase: "asking", round: product.round, questions, answers: [], asked_at: at },
  });
}

/** A later answer to the same question replaces the one before. When the last one is there, the draft begins. */
export function takeAnswers(
  state: FactoryState,
  { at, answers }: EventOf<"clarification-answered">,
): Outcome<FactoryState> {
  const { product } = state;
  if (product?.phase !== "asking") return refuse("nothing-asked", "no question is open");
  const unknown = answers.find(({ question }) => question > product.questions.length);
  if (unknown !== undefined) return refuse("no-such-question", `there is no question ${unknown.question}`);
  const given = new Set(answers.map(({ question }) => question));
  const all: Answer[] = [...product.answers.filter(({ question }) => !given.has(question)), ...answers];
  const next: Asking = { ...product, answers: all };
  const isWhole = product.questions.every((_, index) => all.some(({ question }) => question === index + 1));
  return accept({ ...state, product: isWhole ? drafting(next, at) : next });
}

export function takeDefaults(state: FactoryState, { at }: EventOf<"defaults-taken">): Outcome<FactoryState> {
  const { product } = state;
  if (product?.phase !== "asking") return refuse("nothing-asked", "no question is open");
  return accept({ ...state, product: drafting(product, at) });
}

/** The draft is a round of its own: what it is asked with is another question to the model. */
function drafting({ round, questions, answers }: Asking, at: string): ProductState {
  const { number, ...same } = round;
  return {
    phase: "drafting",
    round: { ...same, number: number + 1, answers: answered(questions, answers), started_at: at },
  };
}

import type { Intent } from "../../domain/factory/intent.js";
import { setBudget } from "../../domain/progress/checkpoint.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { Situation } from "../situation.js";
import { limitsOf } from "./notice-checkpoint.js";

type Answered = { readonly intents: readonly Intent[]; readonly answer: string };

/** `/factory continue`: as planned. What the hard limit stopped goes on by a higher limit alone. */
export function continueProject({ state, now }: Situation, by: string): Outcome<Answered> {
  const { open } = state.checkpoint;
  if (open === null) return refuse("no-checkpoint", "No checkpoint is open, so there is nothing to continue.");
  if (open.triggers.includes("budget-exhausted")) {
    return refuse(
      "budget-exhausted",
      "The hard limit is reached, so nothing more can be asked of a model. Raise it with `/factory budget <usd>`, or say `/factory adjust` or `/factory abort`.",
    );
  }
  return accept({ intents: [{ kind: "checkpoint-passed", at: now, by }], answer: "The project goes on as planned." });
}

/** `/factory budget <usd>`: a new hard limit, and the thresholds ahead of it armed again (RULES, money). */
export function setProjectBudget(situation: Situation, by: string, usd: number): Outcome<Answered> {
  const { state, now } = situation;
  const set = setBudget(state.checkpoint.record, {
    spent_usd: state.spent.project.known_usd,
    limits: limitsOf(situation),
    hard_usd: usd,
  });
  if (!set.ok) return set;
  const { limits, record } = set.value;
  return accept({
    intents: [{ kind: "budget-set", at: now, by, limits, record }],
    answer: `The hard limit is ${usd} USD now, and ${state.spent.project.known_usd.toFixed(2)} USD are spent. The project goes on.`,
  });
}

import { resolveFailureAction } from "../../domain/validation/taxonomy.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { dollars } from "../halts/card/card-command.js";
import { limitsOf } from "./limits-of.js";

/** `warn-continue` at a threshold of the budget warns, once for each limit, and nothing waits. */
export function detectBudgetWarnings(situation: Situation): FactoryEvent[] {
  const { state, config, now: at } = situation;
  if (state.project?.status !== "ACTIVE") return [];
  if (resolveFailureAction("budget-threshold", config.failure_actions) !== "warn-continue") return [];
  const { warn_usd, hard_usd } = limitsOf(situation);
  const spent = state.spent.project.known_usd;
  const key = `budget-warning:${warn_usd}:${hard_usd}`;
  if (spent < warn_usd || state.noted.includes(key)) return [];
  const body = [
    `**Warning.** ${dollars(spent)} are spent, more than the ${dollars(warn_usd)} at which you wanted to be told; the hard limit is ${dollars(hard_usd)}.`,
    "The work goes on, because `failure_actions.budget-threshold` is `warn-continue`. `/factory pause` stops it, `/factory budget <usd>` moves the limit.",
  ].join(" ");
  return [{ kind: "person-asked", at, note: { key, issue: state.request.issue, body, answers: null } }];
}

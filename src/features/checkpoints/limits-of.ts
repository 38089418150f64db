import type { Situation } from "../../engine/situation.js";
import type { BudgetLimits } from "./checkpoint.js";

/** The limits in force: those of `/factory budget`, or the configuration's. */
export function limitsOf({ state, config }: Pick<Situation, "state" | "config">): BudgetLimits {
  const { warn_usd, hard_usd } = config.budgets;
  return state.checkpoint.limits ?? { warn_usd, hard_usd };
}

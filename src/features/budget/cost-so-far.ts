import type { Spent } from "./spent.js";

/** What was spent, as far as it has a price. */
export type CostSoFar = Pick<Spent["project"], "known_usd" | "unknown_cost_calls">;

/** In dollars; calls of a model without a price make it unknown, in whole or in part, and never zero. */
export function costSoFar({ known_usd, unknown_cost_calls }: CostSoFar): string {
  const usd = `$${known_usd.toFixed(2)}`;
  if (unknown_cost_calls === 0) return usd;
  const calls = `${unknown_cost_calls} ${unknown_cost_calls === 1 ? "call" : "calls"} of a model without a price`;
  return known_usd === 0 ? `unknown (${calls})` : `${usd} and an unknown part (${calls})`;
}

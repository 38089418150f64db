import type { Spent } from "./spent.js";

/** The known part of the cost. */
export type CostSoFar = Pick<Spent["project"], "known_usd" | "unknown_cost_calls">;

/** The cost in dollars. Calls of a model without a price make it partly or wholly unknown, never zero. */
export function costSoFar({ known_usd, unknown_cost_calls }: CostSoFar): string {
  const usd = `$${known_usd.toFixed(2)}`;
  if (unknown_cost_calls === 0) return usd;
  const calls = `${unknown_cost_calls} ${unknown_cost_calls === 1 ? "call" : "calls"} of a model without a price`;
  return known_usd === 0 ? `unknown (${calls})` : `${usd} and an unknown part (${calls})`;
}

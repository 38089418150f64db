import type { Role } from "../artifacts/producer.js";
import type { Config } from "../config/config.js";
import { type Cost, costOf, costUnknown } from "./cost.js";

/** What one role is expected to use: calls, and tokens of each. */
type ExpectedRole = {
  readonly role: Role;
  readonly calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
};

/** One pass of a task with one module and one revision. An assumption, replaced by measured cost after the first task. */
export const EXPECTED_PER_TASK: readonly ExpectedRole[] = [
  { role: "planner", calls: 1, input_tokens: 12_000, output_tokens: 4_000 },
  { role: "proposer", calls: 4, input_tokens: 40_000, output_tokens: 8_000 },
  { role: "challenger", calls: 2, input_tokens: 15_000, output_tokens: 4_000 },
  { role: "arbiter", calls: 1, input_tokens: 18_000, output_tokens: 3_000 },
  { role: "judge", calls: 1, input_tokens: 6_000, output_tokens: 500 },
];

/** The cost of a number of tasks at list prices and without caching, before any has been measured (RULES, money). */
export function forecastCost(tasks: number, { models, prices }: Pick<Config, "models" | "prices">): Cost {
  const perRole = EXPECTED_PER_TASK.map(({ role, calls, input_tokens, output_tokens }) => {
    const usage = { input_tokens, output_tokens, cache_read_tokens: 0, cache_write_tokens: 0 };
    const model = models[role].name;
    const { usd } = costOf(usage, model, prices);
    return { model, usd: usd === null ? null : usd * calls };
  });
  const unpriced = new Set(perRole.filter(({ usd }) => usd === null).map(({ model }) => model));
  if (unpriced.size > 0) return { usd: null, reason: costUnknown([...unpriced]) };
  return { usd: tasks * perRole.reduce((total, { usd }) => total + (usd ?? 0), 0) };
}

import type { Role } from "../../domain/artifacts/producer.js";
import { type Cost, costOf, costUnknown } from "../../domain/budget/cost.js";
import type { Config } from "../../domain/config/config.js";

/** The expected usage of one role: calls, and tokens per call. */
type ExpectedRole = {
  readonly role: Role;
  readonly calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
};

/** A task with one module and one revision. This is an assumption, replaced by measured cost after the first task. */
export const EXPECTED_PER_TASK: readonly ExpectedRole[] = [
  { role: "planner", calls: 1, input_tokens: 12_000, output_tokens: 4_000 },
  { role: "proposer", calls: 4, input_tokens: 40_000, output_tokens: 8_000 },
  { role: "challenger", calls: 2, input_tokens: 15_000, output_tokens: 4_000 },
  { role: "arbiter", calls: 1, input_tokens: 18_000, output_tokens: 3_000 },
  { role: "judge", calls: 1, input_tokens: 6_000, output_tokens: 500 },
];

/**
 * The cost of a number of tasks at list prices and without caching, before any was measured
 * (decisions.md#the-estimate).
 */
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

/** The forecast of a project. Every number is an assumption that the first shipped task replaces. */
export type Forecast = {
  readonly tasks: number;
  readonly cost: Cost;
  /** Minutes of GitHub Actions, which rounds up to whole minutes per job. */
  readonly actions_minutes: number;
  /** From the approval to the last merge, if no person delays it. */
  readonly hours: number;
  /** The approval, and halts that ask a person. */
  readonly decisions: number;
};

/** A task with one module and one revision: red, green twice and the whole branch, each judged and executed. */
const GATE_RUNS_PER_TASK = 8;
const MINUTES_PER_GATE_RUN = 2;
const BASELINE_MINUTES = 5;
/** The two runs of a pair are parallel. */
const MINUTES_WAITING_FOR_GATES = (GATE_RUNS_PER_TASK / 2) * MINUTES_PER_GATE_RUN;
const MINUTES_PER_CALL = 1.5;
/** One task in this many is expected to halt. */
const TASKS_PER_HALT = 5;

export function forecastProject(tasks: number, config: Pick<Config, "models" | "prices" | "concurrency">): Forecast {
  const calls = EXPECTED_PER_TASK.reduce((sum, role) => sum + role.calls, 0);
  const rounds = Math.ceil(tasks / config.concurrency);
  return {
    tasks,
    cost: forecastCost(tasks, config),
    actions_minutes: BASELINE_MINUTES + tasks * GATE_RUNS_PER_TASK * MINUTES_PER_GATE_RUN,
    hours: (rounds * (calls * MINUTES_PER_CALL + MINUTES_WAITING_FOR_GATES)) / 60,
    decisions: 1 + Math.ceil(tasks / TASKS_PER_HALT),
  };
}

import type { Config } from "../../domain/config/config.js";
import type { TaskId } from "../../domain/ids.js";
import type { BudgetLimits } from "../checkpoints/checkpoint.js";
import type { HaltCause } from "../halts/escalation/causes.js";
import { NOTHING, type Spent } from "./spent.js";

/** A limit that the next call could exceed, and whether it is the project's or the task's. */
export type LimitReached =
  | { readonly of: "project"; readonly unit: "USD" | "calls"; readonly limit: number; readonly message: string }
  | { readonly of: "task"; readonly cause: Extract<HaltCause, { kind: "task-budget-exhausted" }> };

/** The next call: its task, and the most it can cost; null if its model has no price. */
export type NextCall = {
  readonly task: TaskId | null;
  readonly estimate_usd: number | null;
  readonly reserved?: Reserved;
};

/** The most that calls in progress can cost. It is reserved for them. */
export type Reserved = { readonly project: Outstanding; readonly task: Outstanding };
type Outstanding = { readonly calls: number; readonly usd: number };
const NOTHING_OUTSTANDING: Reserved = { project: { calls: 0, usd: 0 }, task: { calls: 0, usd: 0 } };

/**
 * Checks before each call that the money spent and the cost of this call are within every limit. A limit that is used
 * up refuses even a call of unknown cost (decisions.md#caps). Undefined if the call is allowed.
 */
export function limitReached(
  spent: Spent,
  call: NextCall,
  limits: { readonly budgets: Config["budgets"]; readonly project: BudgetLimits },
): LimitReached | undefined {
  const { budgets, project } = limits;
  const estimate = call.estimate_usd ?? 0;
  const reserved = call.reserved ?? NOTHING_OUTSTANDING;
  const sum = spent.project;
  if (passes(sum.known_usd, estimate + reserved.project.usd, project.hard_usd)) {
    return {
      of: "project",
      unit: "USD",
      limit: project.hard_usd,
      message: `${sum.known_usd.toFixed(2)} of ${project.hard_usd.toFixed(2)} USD are spent`,
    };
  }
  if (sum.calls + reserved.project.calls >= budgets.max_calls_per_project) {
    const limit = budgets.max_calls_per_project;
    return { of: "project", unit: "calls", limit, message: `${sum.calls} of ${limit} calls are made` };
  }
  if (call.task === null) return undefined;
  const { known_usd, calls, unknown_cost_calls } = spent.tasks[call.task] ?? NOTHING;
  const cause = { kind: "task-budget-exhausted", unknown_cost_calls } as const;
  if (passes(known_usd, estimate + reserved.task.usd, budgets.per_task_usd)) {
    return { of: "task", cause: { ...cause, unit: "USD", limit: budgets.per_task_usd, used: known_usd } };
  }
  if (calls + reserved.task.calls >= budgets.max_calls_per_task) {
    return { of: "task", cause: { ...cause, unit: "calls", limit: budgets.max_calls_per_task, used: calls } };
  }
  return undefined;
}

/** Sums of binary fractions differ from their decimal value by less than this. */
const ROUNDING = 1e-9;

function passes(used: number, estimate: number, limit: number): boolean {
  return used >= limit || used + estimate > limit + ROUNDING;
}

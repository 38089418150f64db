import {
  type CapUse,
  type Reservation,
  reachedCaps,
  reserveForCall,
  type Spending,
  type SpendingCaps,
} from "../domain/artifacts/spending-cap.js";
import { totalUsage, totalUsageBy, type UsageLine, type UsageTotal } from "../domain/artifacts/usage-ledger.js";
import type { Config } from "../domain/config/config.js";
import type { TaskId } from "../domain/ids.js";
import { type Outcome, refuse } from "../domain/refusal.js";
import type { Question } from "../model-port.js";
import { estimateCall } from "./estimate-call.js";

export function capsOf({ budgets }: Pick<Config, "budgets">): SpendingCaps {
  return {
    project_usd: budgets.hard_usd,
    task_usd: budgets.per_task_usd,
    task_calls: budgets.max_calls_per_task,
  };
}

/** Before a question is put: its money is set aside, or it is not put (DESIGN, security rule 6). */
export function reserve(question: Question<unknown>, runId: string, spending: Spending): Outcome<Reservation> {
  const { max_calls_per_project: limit } = question.config.budgets;
  const calls = spending.lines.length + spending.reservations.length;
  if (calls >= limit) {
    return refuse("spending-cap", `The limit of the project is ${limit} calls, and ${calls} are made or under way.`, {
      cap: "project_calls",
      limit,
      used: spending.lines.length,
      reserved: spending.reservations.length,
    });
  }
  const reservation = { run_id: runId, task: question.subject.task, estimate_usd: estimateCall(question) };
  return reserveForCall(spending, reservation, capsOf(question.config));
}

export function withReservation(spending: Spending, reservation: Reservation): Spending {
  return { ...spending, reservations: [...spending.reservations, reservation] };
}

/** After it: what was set aside is given back, and what it really cost is in the ledger. */
export function settle(spending: Spending, runId: string, usage: readonly UsageLine[]): Spending {
  return {
    lines: [...spending.lines, ...usage],
    reservations: spending.reservations.filter(({ run_id }) => run_id !== runId),
  };
}

/** The limits that are used up now: the next question of that task or project is not put. */
export function usedUp(spending: Spending, task: TaskId | null, config: Pick<Config, "budgets">): CapUse[] {
  return reachedCaps(spending.lines, task, capsOf(config));
}

/** What everything came to, and for whom. */
export type SpendingTotals = {
  readonly project: UsageTotal;
  readonly byTask: ReadonlyMap<string, UsageTotal>;
  readonly byRole: ReadonlyMap<string, UsageTotal>;
};

export function spendingTotals(lines: readonly UsageLine[]): SpendingTotals {
  return { project: totalUsage(lines), byTask: totalUsageBy(lines, "task"), byRole: totalUsageBy(lines, "role") };
}

import type { TaskId } from "../ids.js";
import { accept, type Outcome, refuse } from "../refusal.js";
import { totalUsage, type UsageLine } from "./usage-ledger.js";

/** Limits of model use; null is no limit. */
export type SpendingCaps = {
  readonly project_usd: number | null;
  readonly task_usd: number | null;
  readonly task_calls: number | null;
};

/** Money set aside for a call that is under way. An unknown estimate sets aside nothing, and is said to. */
export type Reservation = {
  readonly run_id: string;
  readonly task: TaskId | null;
  readonly estimate_usd: number | null;
};

/** The ledger so far and the calls under way: what a new call is measured against. */
export type Spending = { readonly lines: readonly UsageLine[]; readonly reservations: readonly Reservation[] };

/** One limit and how much of it is gone. */
export type CapUse = {
  readonly cap: keyof SpendingCaps;
  readonly limit: number;
  readonly used: number;
  readonly reserved: number;
  readonly unknown_cost_calls: number;
};

/** Sums of binary fractions miss their decimal value by less than this. */
const ROUNDING = 1e-9;

/**
 * Before a call: what is spent, what is set aside and this call's estimate must fit every limit together, so that two
 * calls at once cannot each take the last dollar. A limit already used up refuses even a call of unknown cost.
 */
export function reserveForCall(spending: Spending, call: Reservation, caps: SpendingCaps): Outcome<Reservation> {
  for (const use of capUses(spending, call.task, caps)) {
    const wanted = use.cap === "task_calls" ? 1 : (call.estimate_usd ?? 0);
    const taken = use.used + use.reserved;
    if (taken < use.limit && taken + wanted <= use.limit + ROUNDING) continue;
    return refuse(
      "spending-cap",
      `${describeCap(use, call.task)}; this call would need ${amount(use.cap, wanted)} more.`,
      {
        ...use,
        wanted,
        estimate_known: call.estimate_usd !== null,
      },
    );
  }
  return accept(call);
}

/** After a call: the limits that are now used up. The next call of that task or project is not made. */
export function reachedCaps(lines: readonly UsageLine[], task: TaskId | null, caps: SpendingCaps): CapUse[] {
  return capUses({ lines, reservations: [] }, task, caps).filter((use) => use.used >= use.limit);
}

function capUses({ lines, reservations }: Spending, task: TaskId | null, caps: SpendingCaps): CapUse[] {
  const project = totalUsage(lines);
  const ofTask = totalUsage(lines.filter((line) => line.task === task));
  const reservedOfTask = reservations.filter((reservation) => reservation.task === task);
  const rows: (Omit<CapUse, "limit"> & { limit: number | null; applies: boolean })[] = [
    {
      cap: "project_usd",
      limit: caps.project_usd,
      used: project.known_cost_usd,
      reserved: estimated(reservations),
      unknown_cost_calls: project.unknown_cost_calls,
      applies: true,
    },
    {
      cap: "task_usd",
      limit: caps.task_usd,
      used: ofTask.known_cost_usd,
      reserved: estimated(reservedOfTask),
      unknown_cost_calls: ofTask.unknown_cost_calls,
      applies: task !== null,
    },
    {
      cap: "task_calls",
      limit: caps.task_calls,
      used: ofTask.calls,
      reserved: reservedOfTask.length,
      unknown_cost_calls: ofTask.unknown_cost_calls,
      applies: task !== null,
    },
  ];
  return rows.flatMap(({ applies, limit, ...use }) => (applies && limit !== null ? [{ ...use, limit }] : []));
}

function estimated(reservations: readonly Reservation[]): number {
  return reservations.reduce((total, { estimate_usd }) => total + (estimate_usd ?? 0), 0);
}

function describeCap(use: CapUse, task: TaskId | null): string {
  const whose = use.cap === "project_usd" ? "the project" : `task ${task}`;
  const unknown = use.unknown_cost_calls === 0 ? "" : ` and ${calls(use.unknown_cost_calls)} of unknown cost`;
  return (
    `The limit of ${whose} is ${amount(use.cap, use.limit)}: ${amount(use.cap, use.used)} used${unknown}, ` +
    `${amount(use.cap, use.reserved)} set aside for calls under way`
  );
}

function amount(cap: CapUse["cap"], value: number): string {
  return cap === "task_calls" ? calls(value) : `${value.toFixed(2)} USD`;
}

function calls(count: number): string {
  return count === 1 ? "1 call" : `${count} calls`;
}

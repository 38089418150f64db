import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import { resolveScalar } from "../expressions/evaluate.js";
import type { ExpressionScope } from "../expressions/expression-scope.js";

/** The value of a `timeout-minutes`. */
export function resolveMinutes(declared: number | string, scope: ExpressionScope): Outcome<number> {
  const value = resolveScalar(declared, scope);
  if (!value.ok) return value;
  const minutes = Number(value.value);
  if (minutes > 0) return accept(minutes);
  return refuse("invalid-timeout", `timeout-minutes must be a positive number, not ${value.value}`);
}

/** Node fires a longer timer at once. 24 days are practically unlimited. */
const LONGEST_TIMER_MS = 2_147_483_647;

export function timerMs(minutes: number, minuteMs: number): number {
  return Math.min(minutes * minuteMs, LONGEST_TIMER_MS);
}

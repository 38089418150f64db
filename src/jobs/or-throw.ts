import type { Outcome } from "../domain/refusal.js";

/** For what the loop wrote itself, or checked before: that it is refused now is a bug and no person's mistake. */
export function orThrow<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

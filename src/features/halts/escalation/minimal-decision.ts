import { causeRow, type HaltCause } from "./causes.js";
import type { Advice } from "./define-cause.js";

/** The smallest decision about a halt, the recommendation, and what failed (requirements.md#escalation-record). */
export function minimalDecision(cause: HaltCause): Advice {
  const advice = causeRow(cause.kind).advise(cause);
  if (advice === undefined) throw new TypeError(`the row of ${cause.kind} does not know its own kind`);
  return advice;
}

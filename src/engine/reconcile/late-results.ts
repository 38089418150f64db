import { costOfUnused } from "../../features/budget/payments-for.js";
import type { Decision } from "../decide.js";
import type { FactoryEvent } from "../event.js";
import type { JobResult } from "../ports.js";

/** Reduces a stale job result to its cost. */
export function tooLate({ events, files, handedBefore }: JobResult): JobResult {
  // If a result that was handed before is refused, it was taken then, and its cost is noted already. If a payment
  // itself is refused, consent was withdrawn, and nothing may be noted.
  const isNothingLeft = handedBefore === true || events.every(isPayment);
  return isNothingLeft ? { events: [], files: [] } : costOfUnused({ events, files });
}

/** With consent a payment alone is never refused, so one that was handed before may have been noted already. */
export function isPaidAlready({ events, handedBefore }: JobResult): boolean {
  return handedBefore === true && events.every(isPayment);
}

function isPayment({ kind }: FactoryEvent): boolean {
  return kind === "calls-paid" || kind === "question-postponed";
}

/** Whether the decision refused one of its events. */
export function isRefused({ events }: JobResult, { refused }: Decision): boolean {
  return refused.some(({ event }) => events.includes(event));
}

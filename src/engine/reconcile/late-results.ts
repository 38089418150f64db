import { costOfUnused } from "../../features/budget/payments-for.js";
import type { Decision } from "../decide.js";
import type { FactoryEvent } from "../event.js";
import type { JobResult } from "../ports.js";

/** What an answer that came too late leaves behind: what it cost, and nothing else. */
export function tooLate({ events, files, handedBefore }: JobResult): JobResult {
  // Refused the second time because it was taken the first: then what it cost is noted already. And where a payment itself
  // is refused, because consent was taken back, nothing may be noted.
  const isNothingLeft = handedBefore === true || events.every(isPayment);
  return isNothingLeft ? { events: [], files: [] } : costOfUnused({ events, files });
}

/** Where there is consent a payment alone is never refused: handed a second time, it may have been noted the first. */
export function isPaidAlready({ events, handedBefore }: JobResult): boolean {
  return handedBefore === true && events.every(isPayment);
}

function isPayment({ kind }: FactoryEvent): boolean {
  return kind === "calls-paid" || kind === "question-postponed";
}

/** Whether the decision would not have one of its events. */
export function isRefused({ events }: JobResult, { refused }: Decision): boolean {
  return refused.some(({ event }) => events.includes(event));
}

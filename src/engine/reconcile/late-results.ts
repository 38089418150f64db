import { FEATURES } from "../../features/features.js";
import type { Decision } from "../decide.js";
import type { FactoryEvent } from "../event.js";
import type { JobResult } from "../ports.js";

/** Reduces a stale job result to what a feature keeps of it: its cost. */
export function tooLate({ events, files, handedBefore }: JobResult): JobResult {
  // If a result that was handed before is refused, it was taken then, and what is kept of it is noted already. If the kept
  // part itself is refused, nothing may be noted at all.
  if (handedBefore === true || events.every(isKept)) return { events: [], files: [] };
  const kept = FEATURES.flatMap(({ late }) => late?.keep({ events, files }) ?? []);
  return { events: kept.flatMap((part) => part.events), files: kept.flatMap((part) => part.files) };
}

/** What is kept is never refused by itself, so one that was handed before may have been noted already. */
export function isKeptAlready({ events, handedBefore }: JobResult): boolean {
  return handedBefore === true && events.every(isKept);
}

function isKept(event: FactoryEvent): boolean {
  return FEATURES.some(({ late }) => late?.isKept(event) === true);
}

/** Whether the decision refused one of its events. */
export function isRefused({ events }: JobResult, { refused }: Decision): boolean {
  return refused.some(({ event }) => events.includes(event));
}

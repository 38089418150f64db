import type { UsageLine } from "../../domain/artifacts/usage-ledger.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { FactoryEvent } from "../../engine/event.js";
import { isContextPack } from "../modules/artifacts/artifact-paths.js";

/** A stale answer is not used, but its cost is noted all the same (decisions.md#usage-is-a-ledger). */
export function paymentsFor(events: readonly FactoryEvent[]): FactoryEvent[] {
  return events.flatMap((event): FactoryEvent[] => {
    const usage = usageOf(event);
    return usage.length === 0 ? [] : [{ kind: "calls-charged", at: event.at, usage: [...usage] }];
  });
}

/** The result of a job. */
type Result = { readonly events: readonly FactoryEvent[]; readonly files: readonly FileToWrite[] };

/** Reduces the result of a cancelled or stale job to its costs and to the record of what its role was given. */
export function costOfUnused({ events, files }: Result): Result {
  const payments = paymentsFor(events);
  return { events: payments, files: payments.length === 0 ? [] : files.filter(({ path }) => isContextPack(path)) };
}

export function usageOf(event: FactoryEvent): readonly UsageLine[] {
  if (event.kind === "spec-drafted" || event.kind === "draft-failed" || event.kind === "clarification-asked")
    return event.usage;
  const isPayment = event.kind === "calls-charged" || event.kind === "question-postponed";
  if (isPayment || event.kind === "question-asked") return event.usage;
  const updated = event.kind === "work-updated" || event.kind === "interface-change-updated";
  return (updated && "usage" in event.event ? event.event.usage : undefined) ?? [];
}

import type { UsageLine } from "../../domain/artifacts/usage-ledger.js";
import type { FileToWrite } from "../../engine/effect.js";
import type { FactoryEvent } from "../../engine/event.js";
import { isContextPack } from "../modules/artifact-paths.js";

/** An answer that came too late is not used; that it cost is noted all the same (decisions.md#usage-is-a-ledger). */
export function paymentsFor(events: readonly FactoryEvent[]): FactoryEvent[] {
  return events.flatMap((event): FactoryEvent[] => {
    const usage = usageOf(event);
    return usage.length === 0 ? [] : [{ kind: "calls-paid", at: event.at, usage: [...usage] }];
  });
}

/** What a job comes back with. */
type Result = { readonly events: readonly FactoryEvent[]; readonly files: readonly FileToWrite[] };

/**
 * What is left of a job whose answer is not used, because it was cancelled or came too late: its calls were made, so they
 * are paid, and what their role was given stays on record.
 */
export function costOfUnused({ events, files }: Result): Result {
  const payments = paymentsFor(events);
  return { events: payments, files: payments.length === 0 ? [] : files.filter(({ path }) => isContextPack(path)) };
}

export function usageOf(event: FactoryEvent): readonly UsageLine[] {
  if (event.kind === "spec-drafted" || event.kind === "draft-failed") return event.usage;
  const isPayment = event.kind === "calls-paid" || event.kind === "question-postponed";
  if (isPayment || event.kind === "question-asked") return event.usage;
  const moved = event.kind === "work-moved" || event.kind === "interface-change-moved";
  return (moved && "usage" in event.move ? event.move.usage : undefined) ?? [];
}

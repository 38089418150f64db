import type { UsageLine } from "../../domain/artifacts/usage-ledger.js";
import type { FileToWrite } from "../../engine/effect.js";
import type { Intent } from "../../engine/event.js";
import { isContextPack } from "../modules/artifact-paths.js";

/** An answer that came too late is not used; that it cost is noted all the same (decisions.md#usage-is-a-ledger). */
export function paymentsFor(intents: readonly Intent[]): Intent[] {
  return intents.flatMap((intent): Intent[] => {
    const usage = usageOf(intent);
    return usage.length === 0 ? [] : [{ kind: "calls-paid", at: intent.at, usage: [...usage] }];
  });
}

/** What a job comes back with. */
type Result = { readonly intents: readonly Intent[]; readonly files: readonly FileToWrite[] };

/**
 * What is left of a job whose answer is not used, because it was cancelled or came too late: its calls were made, so they
 * are paid, and what their role was given stays on record.
 */
export function costOfUnused({ intents, files }: Result): Result {
  const payments = paymentsFor(intents);
  return { intents: payments, files: payments.length === 0 ? [] : files.filter(({ path }) => isContextPack(path)) };
}

export function usageOf(intent: Intent): readonly UsageLine[] {
  if (intent.kind === "spec-drafted" || intent.kind === "draft-failed") return intent.usage;
  const isPayment = intent.kind === "calls-paid" || intent.kind === "question-postponed";
  if (isPayment || intent.kind === "question-asked") return intent.usage;
  const moved = intent.kind === "work-moved" || intent.kind === "interface-change-moved";
  return (moved && "usage" in intent.move ? intent.move.usage : undefined) ?? [];
}

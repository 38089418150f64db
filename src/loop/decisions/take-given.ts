import type { UsageLine } from "../../domain/artifacts/usage-ledger.js";
import type { FactoryState } from "../../domain/factory/factory-state.js";
import type { Intent } from "../../domain/factory/intent.js";
import { reduce } from "../../domain/factory/reduce.js";
import type { Refusal } from "../../domain/refusal.js";

type Discarded = { readonly intent: Intent; readonly refusal: Refusal };

const PAUSED: Refusal = { code: "paused", message: "the project is paused: what was under way is discarded" };

/** What jobs brought back is taken, unless a person has paused meanwhile; the calls are paid for all the same. */
export function takeGiven({
  state,
  given,
}: {
  readonly state: FactoryState | null;
  readonly given: readonly Intent[];
}): { readonly taken: readonly Intent[]; readonly discarded: readonly Discarded[] } {
  if (state?.project?.status !== "PAUSED") return { taken: given, discarded: [] };
  return {
    taken: given.flatMap(paymentFor),
    discarded: given.map((intent) => ({ intent, refusal: PAUSED })),
  };
}

/** An answer that came too late is not used; that it cost is noted, once, and told among what was taken. */
export function payFor(state: FactoryState | null, intent: Intent, taken: Intent[]): FactoryState | null {
  const [payment] = paymentFor(intent);
  if (payment === undefined || state === null) return state;
  const after = reduce(state, payment);
  if (!after.ok) throw new Error(after.refusal.message);
  taken.push(payment);
  return after.value;
}

function paymentFor(intent: Intent): Intent[] {
  const usage = usageOf(intent);
  return usage.length === 0 ? [] : [{ kind: "calls-paid", at: intent.at, usage: [...usage] }];
}

function usageOf(intent: Intent): readonly UsageLine[] {
  if (intent.kind === "spec-drafted" || intent.kind === "draft-failed") return intent.usage;
  return intent.kind === "work-moved" && "usage" in intent.move ? intent.move.usage : [];
}

import type { UsageLine } from "../../domain/artifacts/usage-ledger.js";
import type { FactoryState } from "../../domain/factory/factory-state.js";
import type { Intent } from "../../domain/factory/intent.js";
import type { Refusal } from "../../domain/refusal.js";

type Given = {
  readonly taken: readonly Intent[];
  readonly discarded: readonly { readonly intent: Intent; readonly refusal: Refusal }[];
};

const PAUSED: Refusal = { code: "paused", message: "the project is paused: what was under way is discarded" };

/** What jobs brought back is taken, unless a person has paused meanwhile: then only what it cost is, and what people press. */
export function takeGiven(state: FactoryState | null, given: readonly Intent[]): Given {
  if (state?.project?.status !== "PAUSED") return { taken: given, discarded: [] };
  const stands = ({ kind }: Intent) => kind === "calls-paid" || kind === "button-pressed";
  return {
    taken: given.filter(stands),
    discarded: given.filter((intent) => !stands(intent)).map((intent) => ({ intent, refusal: PAUSED })),
  };
}

/** An answer that came too late is not used; that it cost is noted all the same (RULES, money). */
export function paymentsFor(intents: readonly Intent[]): Intent[] {
  return intents.flatMap((intent): Intent[] => {
    const usage = usageOf(intent);
    return usage.length === 0 ? [] : [{ kind: "calls-paid", at: intent.at, usage: [...usage] }];
  });
}

function usageOf(intent: Intent): readonly UsageLine[] {
  if (intent.kind === "spec-drafted" || intent.kind === "draft-failed") return intent.usage;
  return intent.kind === "work-moved" && "usage" in intent.move ? intent.move.usage : [];
}

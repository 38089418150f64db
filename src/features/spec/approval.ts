import { z } from "zod";
import { digestOf } from "../../domain/hash.js";
import { Digest } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { Prose } from "./criteria/text.js";
import type { ProductSpec } from "./product-spec.js";

/** A person's answer to a spec (requirements.md#spec-approval). An approval names what its author saw. */
export const SpecDecision = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("APPROVE"), spec_digest: Digest }),
  z.strictObject({ action: z.literal("REJECT"), reasons: Prose }),
  z.strictObject({ action: z.literal("AMEND"), feedback: Prose }),
]);
export type SpecDecision = z.infer<typeof SpecDecision>;

/** From here on the person is advised to approve or reject, but may still amend. */
export const AMENDS_BEFORE_ADVICE = 3;

/**
 * What follows a decision: the project, a fresh start from SPEC.md with the reasons alone, or another draft based on
 * the current one.
 */
type SpecRoute =
  | { readonly to: "project" }
  | { readonly to: "fresh-draft"; readonly reasons: string }
  | { readonly to: "patched-draft"; readonly feedback: string };

/** What follows a decision, and the number of consecutive amendments. */
export type DecidedSpec = {
  readonly route: SpecRoute;
  readonly consecutiveAmends: number;
  readonly advice: string | undefined;
};

/** The digest of a spec's content, independent of the order of its keys. */
export function specDigest(spec: ProductSpec): Digest {
  return digestOf(spec);
}

export function decideSpec(
  decision: SpecDecision,
  { spec, consecutiveAmends }: { spec: ProductSpec; consecutiveAmends: number },
): Outcome<DecidedSpec> {
  switch (decision.action) {
    case "APPROVE":
      return approve(decision.spec_digest, spec);
    case "REJECT":
      return accept({
        route: { to: "fresh-draft", reasons: decision.reasons },
        consecutiveAmends: 0,
        advice: undefined,
      });
    case "AMEND": {
      const amends = consecutiveAmends + 1;
      const route = { to: "patched-draft", feedback: decision.feedback } as const;
      return accept({ route, consecutiveAmends: amends, advice: adviceAfter(amends) });
    }
    default:
      return decision satisfies never;
  }
}

function approve(seen: Digest, spec: ProductSpec): Outcome<DecidedSpec> {
  const now = specDigest(spec);
  if (seen !== now) {
    return refuse(
      "stale-approval",
      `The approval is for spec ${seen.slice(0, 12)}, but ${spec.spec_id} is now ${now.slice(0, 12)}; read the current version and approve that.`,
      { seen, now },
    );
  }
  return accept({ route: { to: "project" }, consecutiveAmends: 0, advice: undefined });
}

/** The advice to a person who keeps amending. It blocks nothing. */
export function adviceAfter(consecutiveAmends: number): string | undefined {
  if (consecutiveAmends < AMENDS_BEFORE_ADVICE) return undefined;
  return (
    `This is amendment ${consecutiveAmends} in a row. Consider approving with the known limitations, ` +
    "or rejecting to start over from a revised SPEC.md. You may also go on amending."
  );
}

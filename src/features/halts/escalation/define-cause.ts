import { z } from "zod";
import type { ResolutionAction } from "../resolution/human-resolution.js";

/**
 * A rule that did not hold, with its evidence (requirements.md#escalation-record). The texts of its cause are already
 * checked.
 */
export const FailedInvariant = z.strictObject({ invariant: z.string().min(1), evidence: z.string().min(1) });
export type FailedInvariant = z.infer<typeof FailedInvariant>;

/**
 * How far a halt reaches: independent modules continue, the task stops at once, or nothing more is asked or written.
 */
export type Reach = "module" | "task" | "project";

/** How much of the debate must be on record for a person to judge the cause. */
export type RequiredTrail = {
  readonly proposals?: number;
  readonly challenges?: number;
  readonly adjudications?: number;
};

/** The decision, the recommendation, and what failed. */
export type Advice = {
  readonly decision: string;
  readonly recommended: ResolutionAction;
  readonly failed: readonly FailedInvariant[];
};

type EvidenceOf<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<Shape, z.core.$strict>>;

type CauseDefinition<Kind extends string, Shape extends z.ZodRawShape> = {
  readonly kind: Kind;
  readonly reach: Reach;
  readonly evidence: Shape;
  readonly trail?: RequiredTrail;
  /** Whether a person needs the locked plan to judge it (requirements.md#plan-lock). */
  readonly needsPlan?: true;
  readonly recommended: ResolutionAction;
  readonly decision: (evidence: EvidenceOf<Shape>) => string;
  readonly failed: (evidence: EvidenceOf<Shape>) => readonly FailedInvariant[];
};

/** One row per reason to halt, with its evidence, its sentence and its recommendation. */
export function defineCause<const Kind extends string, Shape extends z.ZodRawShape>(
  definition: CauseDefinition<Kind, Shape>,
) {
  const { kind, reach, evidence, trail = {}, needsPlan = false, recommended, decision, failed } = definition;
  const Evidence = z.strictObject(evidence);
  return {
    kind,
    reach,
    trail,
    needsPlan,
    recommended,
    Cause: z.strictObject({ kind: z.literal(kind), ...evidence }),
    /** Undefined for a cause of another kind. Evidence that does not fit the kind is a programming error. */
    advise(cause: { readonly kind: string }): Advice | undefined {
      const { kind: given, ...rest } = cause;
      if (given !== kind) return undefined;
      const read = Evidence.parse(rest);
      return { decision: decision(read), recommended, failed: failed(read) };
    },
  };
}

import { z } from "zod";
import { accept, type Outcome, refuse } from "../refusal.js";
import { MAX_GATE_ATTEMPTS, MAX_REVISIONS } from "./limits.js";

/** The configured limits when the plan was made: a later change does not affect work in progress. */
export const RetryLimits = z.strictObject({
  revisions: z.int().min(0).max(MAX_REVISIONS),
  gate_attempts: z.int().min(1).max(MAX_GATE_ATTEMPTS),
  /** `failure_actions` has a person asked at the first red gate. */
  red_is_final: z.literal(true).optional(),
});
export type RetryLimits = z.infer<typeof RetryLimits>;

/**
 * How much of its one retry budget a module's debate has used (decisions.md#one-retry-budget). Bounds are part of the
 * schema. How often an answer is asked for again is counted in the conversation it belongs to, which is over before
 * anything is persisted.
 */
export const DebateProgress = z.strictObject({
  revisions: z.int().min(0).max(MAX_REVISIONS),
  gate_attempts: z.int().min(0).max(MAX_GATE_ATTEMPTS),
  automatic_fix_used: z.boolean(),
  /** Absent where the configuration lowers nothing. */
  limits: RetryLimits.optional(),
});
export type DebateProgress = z.infer<typeof DebateProgress>;

export const FIRST_ROUND: DebateProgress = {
  revisions: 0,
  gate_attempts: 0,
  automatic_fix_used: false,
};

export function revisionsLeft({ revisions, limits }: Pick<DebateProgress, "revisions" | "limits">): number {
  return Math.max(0, (limits?.revisions ?? MAX_REVISIONS) - revisions);
}

export function gateAttempts({ limits }: Pick<DebateProgress, "limits">): number {
  return limits?.gate_attempts ?? MAX_GATE_ATTEMPTS;
}

/** A revision opens a new round: one revision fewer, and gate attempts afresh. */
export function startRevision(progress: DebateProgress): Outcome<DebateProgress> {
  const { revisions, limits } = progress;
  if (revisionsLeft(progress) === 0) {
    const all = limits?.revisions ?? MAX_REVISIONS;
    return refuse("no-revision-left", `All ${all} revisions are used; the Arbiter or a person decides now.`);
  }
  return accept({ ...firstRound(progress), revisions: revisions + 1 });
}

/** Everything afresh, within the same limits. */
export function firstRound({ limits }: Pick<DebateProgress, "limits">): DebateProgress {
  return limits === undefined ? FIRST_ROUND : { ...FIRST_ROUND, limits };
}

import { z } from "zod";
import { accept, type Outcome, refuse } from "../refusal.js";
import { MAX_GATE_ATTEMPTS, MAX_REVISIONS } from "./limits.js";

/** The configured limits at the time of the plan. A later change does not affect work in progress. */
export const RetryLimits = z.strictObject({
  revisions: z.int().min(0).max(MAX_REVISIONS),
  gate_attempts: z.int().min(1).max(MAX_GATE_ATTEMPTS),
  /** `failure_actions` asks a person at the first red gate. */
  red_is_final: z.literal(true).optional(),
});
export type RetryLimits = z.infer<typeof RetryLimits>;

/**
 * How much of the retry budget a module's debate has used (decisions.md#one-retry-budget). The schema has the bounds.
 * Repeated questions for one answer are counted in their conversation, which ends before anything is stored.
 */
export const DebateProgress = z.strictObject({
  revisions: z.int().min(0).max(MAX_REVISIONS),
  gate_attempts: z.int().min(0).max(MAX_GATE_ATTEMPTS),
  automatic_fix_used: z.boolean(),
  /** Absent when the configuration lowers no limit. */
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

/** A revision starts a new round: one revision fewer, and all gate attempts again. */
export function startRevision(progress: DebateProgress): Outcome<DebateProgress> {
  const { revisions, limits } = progress;
  if (revisionsLeft(progress) === 0) {
    const all = limits?.revisions ?? MAX_REVISIONS;
    return refuse("no-revision-left", `All ${all} revisions are used; the Arbiter or a person decides now.`);
  }
  return accept({ ...firstRound(progress), revisions: revisions + 1 });
}

/** Resets all counters, within the same limits. */
export function firstRound({ limits }: Pick<DebateProgress, "limits">): DebateProgress {
  return limits === undefined ? FIRST_ROUND : { ...FIRST_ROUND, limits };
}

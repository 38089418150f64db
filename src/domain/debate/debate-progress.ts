import { z } from "zod";
import { accept, type Outcome, refuse } from "../refusal.js";
import { MAX_GATE_ATTEMPTS, MAX_RE_ASKS, MAX_REVISIONS, MAX_WRITE_RETRIES } from "./limits.js";

/** How much of its one retry budget a module's debate has used (RULES, retries). Bounds are part of the schema. */
export const DebateProgress = z.strictObject({
  revisions: z.int().min(0).max(MAX_REVISIONS),
  gate_attempts: z.int().min(0).max(MAX_GATE_ATTEMPTS),
  automatic_fix_used: z.boolean(),
  /** Of the question now open: each new question starts with all its re-asks. */
  schema_re_asks: z.int().min(0).max(MAX_RE_ASKS),
  compliance_re_asks: z.int().min(0).max(MAX_RE_ASKS),
  discarded_reviews: z.int().min(0).max(MAX_WRITE_RETRIES),
});
export type DebateProgress = z.infer<typeof DebateProgress>;

export const FIRST_ROUND: DebateProgress = {
  revisions: 0,
  gate_attempts: 0,
  automatic_fix_used: false,
  schema_re_asks: 0,
  compliance_re_asks: 0,
  discarded_reviews: 0,
};

export function revisionsLeft({ revisions }: Pick<DebateProgress, "revisions">): number {
  return MAX_REVISIONS - revisions;
}

/** A revision opens a new round: one revision fewer, and gate attempts and re-asks afresh. */
export function startRevision(progress: DebateProgress): Outcome<DebateProgress> {
  if (revisionsLeft(progress) > 0) return accept({ ...FIRST_ROUND, revisions: progress.revisions + 1 });
  return refuse("no-revision-left", `All ${MAX_REVISIONS} revisions are used; the Arbiter or a person decides now.`);
}

/** Another question begins with all its re-asks; what the round has used stays used. */
export function startQuestion(progress: DebateProgress): DebateProgress {
  return { ...progress, schema_re_asks: 0, compliance_re_asks: 0, discarded_reviews: 0 };
}

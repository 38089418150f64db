import type { DebateProgress } from "./debate-progress.js";
import { MAX_RE_ASKS } from "./limits.js";

/** The same question again, with what was wrong, or a person's decision. Neither costs the Proposer a revision. */
export type ReAskStep =
  | { readonly next: "ask-again"; readonly reAsk: number }
  | { readonly next: "halt"; readonly cause: "answer-invalid" | "mild-review-violation" };

/** An answer that its schema refuses is asked for again twice (RULES, retries). */
export function routeInvalidAnswer({ schema_re_asks }: Pick<DebateProgress, "schema_re_asks">): ReAskStep {
  if (schema_re_asks < MAX_RE_ASKS) return { next: "ask-again", reAsk: schema_re_asks + 1 };
  return { next: "halt", cause: "answer-invalid" };
}

/**
 * A mild review is asked for again twice. A Challenger that stays mild is nobody's failed round: it escalates, and the
 * Proposer keeps its revisions (RULES, retries; the seed would have counted it as a FAIL).
 */
export function routeMildReview({ compliance_re_asks }: Pick<DebateProgress, "compliance_re_asks">): ReAskStep {
  if (compliance_re_asks < MAX_RE_ASKS) return { next: "ask-again", reAsk: compliance_re_asks + 1 };
  return { next: "halt", cause: "mild-review-violation" };
}

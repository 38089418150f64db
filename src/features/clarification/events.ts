import { z } from "zod";
import { UsageLine } from "../../domain/artifacts/usage-ledger.js";
import { Answer, ClarifyingQuestion, MOST_QUESTIONS } from "../../domain/ledger/clarifying-question.js";
import { event } from "../../engine/event-schema.js";

export const CLARIFICATION_EVENTS = [
  /** The product role asks before its first draft. */
  event("clarification-asked", {
    round: z.int().positive(),
    questions: z.array(ClarifyingQuestion).min(1).max(MOST_QUESTIONS),
    usage: z.array(UsageLine).default([]),
  }),
  event("clarification-answered", { answers: z.array(Answer).min(1).max(50) }),
  /** The defaults stand for what nobody has answered. */
  event("defaults-taken", { by: z.string().min(1).nullable() }),
] as const;

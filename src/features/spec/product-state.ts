import { z } from "zod";
import { Digest, Instant, Sha } from "../../domain/ids.js";
import { Answer, Answered, ClarifyingQuestion } from "../../domain/ledger/clarifying-question.js";

/**
 * One round of the Product Loop: the input of the role. A fresh round forgets the draft before it; an amending round
 * keeps it.
 */
export const ProductRound = z.strictObject({
  number: z.int().positive(),
  kind: z.enum(["fresh", "amend"]),
  /** The git blob of SPEC.md when it was read. */
  spec_blob: Sha,
  /** The reasons of a rejection (fresh) or the points to address (amend). */
  feedback: z.array(z.string().min(1)),
  /** Consecutive AMENDs so far. At three the person gets advice (requirements.md#spec-approval). */
  amends: z.int().min(0),
  /** The web pages that were read for the draft that this round continues. */
  sources: z.array(z.string()).optional(),
  queries: z.array(z.string()).optional(),
  /** What people said before the first draft; absent where nothing was asked. */
  answers: z.array(Answered).optional(),
  started_at: Instant,
});
export type ProductRound = z.infer<typeof ProductRound>;

export const ProductState = z.discriminatedUnion("phase", [
  z.strictObject({ phase: z.literal("waiting-for-spec"), why: z.string().min(1), blob: Sha.nullable() }),
  z.strictObject({ phase: z.literal("drafting"), round: ProductRound }),
  /** People are asked before the first draft. */
  z.strictObject({
    phase: z.literal("asking"),
    round: ProductRound,
    questions: z.array(ClarifyingQuestion).min(1),
    answers: z.array(Answer),
    asked_at: Instant,
  }),
  z.strictObject({
    phase: z.literal("awaiting-approval"),
    round: ProductRound,
    /** The digest of what was shown. An approval is for exactly this content. */
    spec_digest: Digest,
    shown_at: Instant,
    pull_request: z.int().positive().nullable(),
    /** The web pages that the role read for it. */
    sources: z.array(z.string()).default([]),
    /** The role's web searches. */
    queries: z.array(z.string()).optional(),
    /** Why the role could not search the web; absent if it could. */
    unsearched: z.string().min(1).optional(),
  }),
  z.strictObject({ phase: z.literal("stuck"), round: ProductRound, why: z.string().min(1) }),
  z.strictObject({
    phase: z.literal("approved"),
    spec_digest: Digest,
    approved_by: z.string().min(1),
    approved_at: Instant,
    pull_request: z.int().positive(),
    /** The SPEC.md that the approved draft was made from; null if there was none. */
    spec_blob: Sha.nullable().default(null),
  }),
  /** One task made from the issue itself. Its author wrote it, so no approval is needed. */
  z.strictObject({ phase: z.literal("quick"), spec_digest: Digest, made_at: Instant }),
  /** Ended before the project started. The repository is free for another request. */
  z.strictObject({ phase: z.literal("withdrawn"), by: z.string().min(1), at: Instant }),
]);
export type ProductState = z.infer<typeof ProductState>;

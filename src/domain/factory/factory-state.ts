import { z } from "zod";
import { Digest, Instant, Sha } from "../ids.js";
import { ProjectState } from "../state/project-state.js";

/** Who asked for a product, where, and by which lane: the whole Product Loop, or one task of the issue itself. */
export const ProductRequest = z.strictObject({
  issue: z.int().positive(),
  title: z.string(),
  requester: z.string().min(1),
  lane: z.enum(["full", "quick"]),
  requested_at: Instant,
});
export type ProductRequest = z.infer<typeof ProductRequest>;

/** One round of the Product Loop: what the role is given. A fresh round forgets the draft before it; an amending one keeps it. */
export const ProductRound = z.strictObject({
  number: z.int().positive(),
  kind: z.enum(["fresh", "amend"]),
  /** SPEC.md as it was read: its git blob. */
  spec_blob: Sha,
  /** Reasons of a rejection (fresh) or points to address (amend). */
  feedback: z.array(z.string().min(1)),
  /** Consecutive AMENDs so far; at three the person is advised (seed 002, 3.2.4). */
  amends: z.int().min(0),
  started_at: Instant,
});
export type ProductRound = z.infer<typeof ProductRound>;

export const ProductState = z.discriminatedUnion("phase", [
  z.strictObject({ phase: z.literal("waiting-for-spec"), why: z.string().min(1), blob: Sha.nullable() }),
  z.strictObject({ phase: z.literal("drafting"), round: ProductRound }),
  z.strictObject({
    phase: z.literal("awaiting-approval"),
    round: ProductRound,
    /** What was shown: an approval is for this content and no other. */
    spec_digest: Digest,
    shown_at: Instant,
    pull_request: z.int().positive().nullable(),
  }),
  z.strictObject({ phase: z.literal("stuck"), round: ProductRound, why: z.string().min(1) }),
  z.strictObject({
    phase: z.literal("approved"),
    spec_digest: Digest,
    approved_by: z.string().min(1),
    approved_at: Instant,
    pull_request: z.int().positive(),
  }),
]);
export type ProductState = z.infer<typeof ProductState>;

/** Something the loop owes to a conversation until it is seen to stand there: an answer to a comment, or a note. */
export const OwedSaying = z.strictObject({
  key: z.string().min(1),
  issue: z.int().positive(),
  body: z.string().min(1),
  /** The comment it answers, and how: acknowledged by a reaction before the words. */
  answers: z.strictObject({ comment: z.int().positive(), accepted: z.boolean() }).nullable(),
});
export type OwedSaying = z.infer<typeof OwedSaying>;

/**
 * How far the comments have been read. The cursor moves only together with a command's effect, in one commit, so a
 * command runs once and is never lost. `seen` holds the ids at the cursor's own instant: GitHub's `since` is inclusive.
 */
export const Inbox = z.strictObject({
  since: Instant,
  seen: z.array(z.int().positive()),
  owed: z.array(OwedSaying),
});
export type Inbox = z.infer<typeof Inbox>;

/**
 * `.factory/state.yml`: everything the loop needs to know to go on, and nothing that another file holds. It comes into
 * being with the first request. Consent needs no state: `.factory/config.yml` on the default branch is consent.
 */
export const FactoryState = z.strictObject({
  schema_version: z.literal(1),
  repository_id: z.int().positive(),
  request: ProductRequest,
  product: ProductState.nullable(),
  project: ProjectState.nullable(),
  inbox: Inbox,
  /** Keys of things people did by hand that have been answered, so that each is answered once. */
  noted: z.array(z.string().min(1)),
  updated_at: Instant,
});
export type FactoryState = z.infer<typeof FactoryState>;

/** The state that a request brings into being. Comments made before it are not commands to it. */
export function newFactoryState(repositoryId: number, request: ProductRequest): FactoryState {
  return {
    schema_version: 1,
    repository_id: repositoryId,
    request,
    product: null,
    project: null,
    inbox: { since: request.requested_at, seen: [], owed: [] },
    noted: [],
    updated_at: request.requested_at,
  };
}

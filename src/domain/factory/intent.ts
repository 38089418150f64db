import { z } from "zod";
import { Digest, Instant, Sha } from "../ids.js";
import { StateIntent } from "../state/state-intent.js";
import { OwedSaying, ProductRequest } from "./factory-state.js";

/**
 * What has happened, in the past tense. Every state commit contains the intents that caused it, so the history of the
 * state branch is the audit log and the whole product can be replayed from it.
 */
export const Intent = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("product-requested"),
    at: Instant,
    repository_id: z.int().positive(),
    request: ProductRequest,
  }),
  z.strictObject({ kind: z.literal("spec-unusable"), at: Instant, why: z.string().min(1), blob: Sha.nullable() }),
  z.strictObject({ kind: z.literal("spec-found"), at: Instant, blob: Sha }),
  z.strictObject({ kind: z.literal("spec-drafted"), at: Instant, round: z.int().positive(), spec_digest: Digest }),
  z.strictObject({ kind: z.literal("draft-failed"), at: Instant, round: z.int().positive(), why: z.string().min(1) }),
  z.strictObject({ kind: z.literal("spec-shown"), at: Instant, pull_request: z.int().positive() }),
  z.strictObject({ kind: z.literal("spec-approved"), at: Instant, by: z.string().min(1), spec_digest: Digest }),
  z.strictObject({ kind: z.literal("spec-rejected"), at: Instant, by: z.string().min(1), reasons: z.string().min(1) }),
  z.strictObject({ kind: z.literal("spec-amended"), at: Instant, by: z.string().min(1), feedback: z.string().min(1) }),
  z.strictObject({ kind: z.literal("project-started"), at: Instant, starting_sha: Sha }),
  /** What happened to the project itself: its own intents, with their own instants. */
  z.strictObject({ kind: z.literal("project-moved"), at: Instant, move: StateIntent }),
  /** A comment was read, and an answer is owed if it was a command. The cursor moves here and nowhere else. */
  z.strictObject({
    kind: z.literal("comment-read"),
    at: Instant,
    comment: z.int().positive(),
    updated_at: Instant,
    answer: OwedSaying.nullable(),
  }),
  /** What was owed stands in the conversation. */
  z.strictObject({ kind: z.literal("said"), at: Instant, key: z.string().min(1) }),
  /** Somebody did by hand what the loop has a word to say about. */
  z.strictObject({ kind: z.literal("hand-noticed"), at: Instant, note: OwedSaying }),
]);
export type Intent = z.infer<typeof Intent>;

import { z } from "zod";

/**
 * A comment that is still to be posted: an answer to a comment, or a note. It stays here until it is observed on
 * GitHub.
 */
export const PendingComment = z.strictObject({
  key: z.string().min(1),
  issue: z.int().positive(),
  body: z.string().min(1),
  /** The comment it answers, and whether the command was accepted. A reaction acknowledges it first. */
  answers: z.strictObject({ comment: z.int().positive(), accepted: z.boolean() }).nullable(),
  /** It answers a pressed button and is therefore posted while paused, too. */
  acknowledges: z.literal(true).optional(),
  /** The review comment in whose thread it is posted; without one, it is posted in the conversation. */
  thread: z.int().positive().optional(),
  /** Its task has reached its limit of comments: this goes into the one comment that is kept up to date. */
  quiet: z.literal(true).optional(),
  /** The status follows it, as of the moment of posting. */
  shows_status: z.literal(true).optional(),
});
export type PendingComment = z.infer<typeof PendingComment>;

import { z } from "zod";
import { Instant } from "../../domain/ids.js";
import { event } from "../../engine/event-schema.js";
import { PendingComment } from "./pending-comment.js";

export const INBOX_EVENTS = [
  /** A comment was read. If it was a command, an answer is pending. Only this event moves the cursor. */
  event("comment-read", {
    comment: z.int().positive(),
    updated_at: Instant,
    answer: PendingComment.nullable(),
    /** The author of a command in it; absent if it had none. */
    by: z.string().min(1).optional(),
  }),
  /** A pending comment was observed on GitHub. */
  event("said", { key: z.string().min(1) }),
] as const;

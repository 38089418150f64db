import { z } from "zod";
import { Instant } from "../../domain/ids.js";
import { PendingComment } from "./pending-comment.js";

/**
 * How far the comments have been read. The cursor moves in the same commit as a command's events, so that a command
 * runs exactly once. `seen` holds the ids at the cursor's own instant, because GitHub's `since` is inclusive.
 */
export const Inbox = z.strictObject({
  since: Instant,
  seen: z.array(z.int().positive()),
  pending: z.array(PendingComment),
});
export type Inbox = z.infer<typeof Inbox>;

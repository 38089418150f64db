import { z } from "zod";
import { Digest, Sha, TaskId } from "../../domain/ids.js";
import { event } from "../../engine/event-schema.js";
import { PendingComment } from "../inbox/pending-comment.js";
import { LeftPull, TakenBack, UndoOrder } from "./rules/undo-state.js";

/** Events of an undo, in the order of success. The event for the tasks is `task-taken-back`. */
export const UNDO_EVENTS = [
  event("undo-ordered", { order: UndoOrder }),
  event("undo-prepared", { task_id: TaskId, head: Sha, digest: Digest, taken: z.array(TakenBack).min(1) }),
  event("undo-refused", { task_id: TaskId, note: PendingComment }),
  event("undo-merged", {
    task_id: TaskId,
    left: z.array(LeftPull),
    asked_in: z.int().positive().optional(),
    note: PendingComment,
  }),
  /** All remaining pull requests are closed, and no question is open. */
  event("undo-settled", { task_id: TaskId }),
] as const;

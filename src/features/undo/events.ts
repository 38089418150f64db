import { z } from "zod";
import { Digest, Instant, Sha, TaskId } from "../../domain/ids.js";
import { PendingComment } from "../../engine/factory-state.js";
import { LeftPull, TakenBack, UndoOrder } from "./rules/undo-state.js";

const event = <K extends string, S extends z.core.$ZodLooseShape>(kind: K, payload: S) =>
  z.strictObject({ kind: z.literal(kind), at: Instant, ...payload });

/** What happens to an undo, in the order in which it goes well. What it does to the tasks is `task-taken-back`. */
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
  /** Whatever it had left behind is closed, and nobody is asked anything in it any more. */
  event("undo-settled", { task_id: TaskId }),
] as const;

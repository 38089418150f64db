import { z } from "zod";
import { Digest, Instant, Sha, TaskId } from "../../domain/ids.js";
import { OwedSaying } from "../../engine/factory-state.js";
import { LeftPull, TakenBack, UndoOrder } from "./rules/undo-state.js";

const intent = <K extends string, S extends z.core.$ZodLooseShape>(kind: K, payload: S) =>
  z.strictObject({ kind: z.literal(kind), at: Instant, ...payload });

/** What happens to an undo, in the order in which it goes well. What it does to the tasks is `task-taken-back`. */
export const UNDO_INTENTS = [
  intent("undo-ordered", { order: UndoOrder }),
  intent("undo-prepared", { task_id: TaskId, head: Sha, digest: Digest, taken: z.array(TakenBack).min(1) }),
  intent("undo-refused", { task_id: TaskId, note: OwedSaying }),
  intent("undo-merged", {
    task_id: TaskId,
    left: z.array(LeftPull),
    asked_in: z.int().positive().optional(),
    note: OwedSaying,
  }),
  /** Whatever it had left behind is closed, and nobody is asked anything in it any more. */
  intent("undo-settled", { task_id: TaskId }),
] as const;

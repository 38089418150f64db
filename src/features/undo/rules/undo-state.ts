import { z } from "zod";
import { Digest, Instant, ModuleRef, Sha, TaskId } from "../../../domain/ids.js";

/** What a person ordered by `/factory undo`, and where they are answered. */
export const UndoOrder = z.strictObject({
  task_id: TaskId,
  /** Tasks outlive their project only in the history: an order is about the project it was given in. */
  project_id: z.string().min(1),
  asked_by: z.string().min(1),
  issue: z.int().positive(),
  at: Instant,
});
export type UndoOrder = z.infer<typeof UndoOrder>;

/** One merge that the pull request reverts: the task's own, or that of a shipped task which was built on it. */
export const TakenBack = z.strictObject({
  task_id: TaskId,
  merge_sha: Sha,
  modules: z.array(ModuleRef),
  /** The numbers that its work has used up, so that nothing of another attempt is taken for something of the first. */
  attempt: z.int().positive(),
  questions: z.int().min(0),
  asked: z.record(z.string(), z.int().positive()),
});
export type TakenBack = z.infer<typeof TakenBack>;

/** A pull request whose work was made on what is gone. */
export const LeftPull = z.strictObject({ task_id: TaskId, number: z.int().positive(), branch: z.string().min(1) });
export type LeftPull = z.infer<typeof LeftPull>;

/** Where an undo stands: code leaves the default branch as it came there, by a pull request. */
export const UndoState = z.discriminatedUnion("phase", [
  z.strictObject({ phase: z.literal("preparing"), order: UndoOrder }),
  z.strictObject({
    phase: z.literal("proposing"),
    order: UndoOrder,
    /** The default branch's commit that it reverts on. */
    head: Sha,
    /** Of the commit that reverts. */
    digest: Digest,
    /** The task itself first. */
    taken: z.array(TakenBack).min(1),
  }),
  /** Merged. What was under way on top of it is to be begun on another branch, so these are to be closed. */
  z.strictObject({
    phase: z.literal("settling"),
    order: UndoOrder,
    left: z.array(LeftPull),
    /** The revert's own pull request, while a person is asked there what is to become of the task. */
    asked_in: z.int().positive().optional(),
  }),
]);
export type UndoState = z.infer<typeof UndoState>;

/** Where the reverting commit lies on the state branch until it is merged. */
export function undoPath(task: TaskId): string {
  return `.factory/undos/${task}.yml`;
}

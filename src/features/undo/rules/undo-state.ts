import { z } from "zod";
import { Digest, Instant, ModuleRef, Sha, TaskId } from "../../../domain/ids.js";

/** What a person ordered by `/factory undo`, and where the answer is posted. */
export const UndoOrder = z.strictObject({
  task_id: TaskId,
  /** The project of the order. Tasks of an ended project exist only in the history. */
  project_id: z.string().min(1),
  asked_by: z.string().min(1),
  issue: z.int().positive(),
  at: Instant,
});
export type UndoOrder = z.infer<typeof UndoOrder>;

/** One merge that the pull request reverts: the task's own, or that of a shipped task that depends on it. */
export const TakenBack = z.strictObject({
  task_id: TaskId,
  merge_sha: Sha,
  modules: z.array(ModuleRef),
  /** The numbers that its work has used, so that attempts cannot be confused. */
  attempt: z.int().positive(),
  questions: z.int().min(0),
  asked: z.record(z.string(), z.int().positive()),
});
export type TakenBack = z.infer<typeof TakenBack>;

/** A pull request whose work was based on what is gone. */
export const LeftPull = z.strictObject({ task_id: TaskId, number: z.int().positive(), branch: z.string().min(1) });
export type LeftPull = z.infer<typeof LeftPull>;

/** The stage of an undo. Code is removed from the default branch by a pull request. */
export const UndoState = z.discriminatedUnion("phase", [
  z.strictObject({ phase: z.literal("preparing"), order: UndoOrder }),
  z.strictObject({
    phase: z.literal("proposing"),
    order: UndoOrder,
    /** The commit of the default branch that it reverts on. */
    head: Sha,
    /** The digest of the reverting commit. */
    digest: Digest,
    /** The task itself first. */
    taken: z.array(TakenBack).min(1),
  }),
  /** Merged. Work in progress that depends on it starts again on another branch, so these are to be closed. */
  z.strictObject({
    phase: z.literal("settling"),
    order: UndoOrder,
    left: z.array(LeftPull),
    /** The revert's own pull request, while a person is asked there what to do with the task. */
    asked_in: z.int().positive().optional(),
  }),
]);
export type UndoState = z.infer<typeof UndoState>;

/** The path of the reverting commit on the state branch until it is merged. */
export function undoPath(task: TaskId): string {
  return `.factory/undos/${task}.yml`;
}

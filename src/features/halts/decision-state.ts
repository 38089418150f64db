import { z } from "zod";
import { Instant, TaskId } from "../../domain/ids.js";
import { BudgetLimits, CheckpointRecord, CheckpointTrigger, NO_CHECKPOINT_YET } from "../checkpoints/checkpoint.js";

/** A checkpoint without an answer yet. Until then no model is asked and no task started. */
export const OpenCheckpoint = z.strictObject({
  /** The number of the checkpoint, which identifies its card. */
  number: z.int().positive(),
  triggers: z.array(CheckpointTrigger).min(1),
  opened_at: Instant,
  /** The hard limit that stopped the project, if one did. It shows whether the limit was raised since. */
  hard_usd: z.number().min(0).optional(),
  /** The failures that it reports, if any. */
  failed: z.array(z.string().min(1)).min(1).optional(),
});
export type OpenCheckpoint = z.infer<typeof OpenCheckpoint>;

/** The checkpoints of the project, and its limits. */
export const CheckpointState = z.strictObject({
  open: OpenCheckpoint.nullable(),
  opened: z.int().min(0),
  record: CheckpointRecord,
  /** Set by `/factory budget`; null means the configuration's. */
  limits: BudgetLimits.nullable(),
});
export type CheckpointState = z.infer<typeof CheckpointState>;

export const NO_CHECKPOINT: CheckpointState = { open: null, opened: 0, record: NO_CHECKPOINT_YET, limits: null };

/** A line comment has its own id; the text of a whole review has the id of the review. */
export const RemarkId = z.union([z.int().positive(), z.string().regex(/^review-\d+$/)]);
export type RemarkId = z.infer<typeof RemarkId>;

/** What a person wrote in a review of a task's pull request. It is kept until a revision has considered it. */
export const Remark = z.strictObject({
  id: RemarkId,
  task_id: TaskId,
  /** The pull request. A task that is done again has another one. */
  pull: z.int().positive().optional(),
  by: z.string().min(1),
  /** Null if it is about the whole. */
  path: z.string().min(1).nullable(),
  line: z.int().positive().nullable(),
  /** The first comment of its thread, where it is answered; null means in the conversation. */
  thread: z.int().positive().nullable().default(null),
  body: z.string().min(1),
  /** The question whose role was given it. */
  taken_in: z.int().positive().optional(),
});
export type Remark = z.infer<typeof Remark>;

/** A person's commands of the last hour, for the limit (decisions.md#caps). */
export const Heard = z.strictObject({ by: z.string().min(1), at: Instant });
export type Heard = z.infer<typeof Heard>;

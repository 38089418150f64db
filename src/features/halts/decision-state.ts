import { z } from "zod";
import { Instant, TaskId } from "../../domain/ids.js";
import { BudgetLimits, CheckpointRecord, CheckpointTrigger, NO_CHECKPOINT_YET } from "../checkpoints/checkpoint.js";

/** A checkpoint that a person has not answered yet: nothing is asked of a model and nothing dispatched meanwhile. */
export const OpenCheckpoint = z.strictObject({
  /** Counts them, and names the card. */
  number: z.int().positive(),
  triggers: z.array(CheckpointTrigger).min(1),
  opened_at: Instant,
  /** The hard limit that stopped the project, where one did: by that one knows that it was raised since. */
  hard_usd: z.number().min(0).optional(),
  /** The failures that it brings, where it brings any. */
  failed: z.array(z.string().min(1)).min(1).optional(),
});
export type OpenCheckpoint = z.infer<typeof OpenCheckpoint>;

/** What has been brought to a person about the course of the whole, and what they made of its limits. */
export const CheckpointState = z.strictObject({
  open: OpenCheckpoint.nullable(),
  opened: z.int().min(0),
  record: CheckpointRecord,
  /** By `/factory budget`; null means the configuration's. */
  limits: BudgetLimits.nullable(),
});
export type CheckpointState = z.infer<typeof CheckpointState>;

export const NO_CHECKPOINT: CheckpointState = { open: null, opened: 0, record: NO_CHECKPOINT_YET, limits: null };

/** A comment on a line has a number of its own; the words of a whole review are known by the review's. */
export const RemarkId = z.union([z.int().positive(), z.string().regex(/^review-\d+$/)]);
export type RemarkId = z.infer<typeof RemarkId>;

/** What a person wrote in a review of a task's pull request, kept until a revision has taken it up. */
export const Remark = z.strictObject({
  id: RemarkId,
  task_id: TaskId,
  /** Where it was written; a task that is done again has another pull request. */
  pull: z.int().positive().optional(),
  by: z.string().min(1),
  /** Null when it is about the whole. */
  path: z.string().min(1).nullable(),
  line: z.int().positive().nullable(),
  /** The comment that began its thread, which is where it is answered; without one, in the conversation. */
  thread: z.int().positive().nullable().default(null),
  body: z.string().min(1),
  /** The question whose role was given it. */
  taken_in: z.int().positive().optional(),
});
export type Remark = z.infer<typeof Remark>;

/** A person's commands of the last hour, to be counted (decisions.md#caps). */
export const Heard = z.strictObject({ by: z.string().min(1), at: Instant });
export type Heard = z.infer<typeof Heard>;

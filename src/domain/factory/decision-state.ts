import { z } from "zod";
import { Instant, TaskId } from "../ids.js";
import { BudgetLimits, CheckpointRecord, CheckpointTrigger, NO_CHECKPOINT_YET } from "../progress/checkpoint.js";

/** A checkpoint that a person has not answered yet: nothing is asked of a model and nothing dispatched meanwhile. */
export const OpenCheckpoint = z.strictObject({
  /** Counts them, and names the card. */
  number: z.int().positive(),
  triggers: z.array(CheckpointTrigger).min(1),
  opened_at: Instant,
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

/** What a person wrote on a line of a task's pull request, kept until a revision has taken it up. */
export const Remark = z.strictObject({
  id: z.int().positive(),
  task_id: TaskId,
  by: z.string().min(1),
  path: z.string().min(1),
  line: z.int().positive().nullable(),
  body: z.string().min(1),
  /** The question whose role was given it. */
  taken_in: z.int().positive().optional(),
});
export type Remark = z.infer<typeof Remark>;

/** A person's commands of the last hour, to be counted (DESIGN, security rule 6). */
export const Heard = z.strictObject({ by: z.string().min(1), at: Instant });
export type Heard = z.infer<typeof Heard>;

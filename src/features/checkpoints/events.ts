import { z } from "zod";
import { event } from "../../engine/event-schema.js";
import { CheckpointRecord, CheckpointTrigger } from "./checkpoint.js";

export const CHECKPOINT_EVENTS = [
  /** The project asks no model and starts no task until a person has decided. */
  event("checkpoint-reached", {
    triggers: z.array(CheckpointTrigger).min(1),
    record: CheckpointRecord,
    hard_usd: z.number().min(0).optional(),
    failed: z.array(z.string().min(1)).min(1).optional(),
    /** The number of checkpoints when a job found this one due. It shows whether it was answered since. */
    after: z.int().min(0).optional(),
  }),
  /** With the thresholds that are passed, if the configuration's limits were raised. */
  event("checkpoint-passed", { by: z.string().min(1), record: CheckpointRecord.optional() }),
] as const;

import { z } from "zod";
import { EscalationId } from "../../../domain/artifacts/artifact-id.js";
import { Instant, TaskId } from "../../../domain/ids.js";
import { HumanResolution } from "./human-resolution.js";

/** A person's decision with its cause, so that the next card with that cause can cite it. */
export const Precedent = z.strictObject({
  /** The stable name of the escalation's cause. */
  cause: z.string().min(1),
  task_id: TaskId,
  escalation_ref: EscalationId,
  resolution: HumanResolution,
  resolved_by: z.string().min(1),
  resolved_at: Instant,
});
export type Precedent = z.infer<typeof Precedent>;

import { z } from "zod";
import { TaskId } from "../../domain/ids.js";
import { event } from "../../engine/event-schema.js";

export const FAILING_JOB_EVENTS = [
  /** A job ended with an error that does not pass by itself. It is tried again unless that was the last time. */
  event("job-failed", {
    job: z.string().min(1),
    what: z.string().min(1),
    task: TaskId.nullable(),
    why: z.string().min(1),
  }),
] as const;

import { TaskId } from "../../domain/ids.js";
import { event } from "../../engine/event-schema.js";
import { TaskEvent } from "./task-event.js";

export const WORK_EVENTS = [
  /** An event of one task's work. */
  event("work-updated", { task_id: TaskId, event: TaskEvent }),
] as const;

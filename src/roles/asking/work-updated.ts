import type { ModuleId, TaskId } from "../../domain/ids.js";
import type { JobResult } from "../../engine/ports.js";
import type { HaltCause } from "../../features/halts/escalation/causes.js";
import type { TaskEvent } from "../../features/modules/task-event.js";
import type { JobPorts } from "../reading/job-ports.js";

/** The event by which a job continues a task's work. */
export function workUpdated({ clock }: Pick<JobPorts, "clock">, task_id: TaskId, event: TaskEvent) {
  return { kind: "work-updated", at: clock.now(), task_id, event } as const;
}

/** Fails the module with the reason without asking a model, so there is no pack. */
export function notAsked(
  ports: JobPorts,
  { task, question }: { readonly task: TaskId; readonly question: number },
  { module_id, cause }: { readonly module_id: ModuleId; readonly cause: HaltCause },
): JobResult {
  return {
    events: [workUpdated(ports, task, { kind: "question-failed", question, usage: [], module_id, cause })],
    files: [],
  };
}

import type { ModuleId, TaskId } from "../../domain/ids.js";
import type { JobResult } from "../../engine/ports.js";
import type { HaltCause } from "../../features/halts/escalation/causes.js";
import type { TaskEvent } from "../../features/modules/task-event.js";
import type { JobPorts } from "../reading/job-ports.js";

/** The event by which a job continues a task's work. */
export function workMoved({ clock }: Pick<JobPorts, "clock">, task_id: TaskId, move: TaskEvent) {
  return { kind: "work-moved", at: clock.now(), task_id, move } as const;
}

/** Fails the module with the reason without asking a model, so there is no pack. */
export function notAsked(
  ports: JobPorts,
  { task, question }: { readonly task: TaskId; readonly question: number },
  { module_id, cause }: { readonly module_id: ModuleId; readonly cause: HaltCause },
): JobResult {
  return {
    events: [workMoved(ports, task, { kind: "question-failed", question, usage: [], module_id, cause })],
    files: [],
  };
}

import type { ModuleId, TaskId } from "../../domain/ids.js";
import type { JobResult } from "../../engine/ports.js";
import type { HaltCause } from "../../features/halts/escalation/causes.js";
import type { TaskMove } from "../../features/modules/task-move.js";
import type { JobPorts } from "../reading/job-ports.js";

/** The intent by which a job brings a task's work on. */
export function workMoved({ clock }: Pick<JobPorts, "clock">, task_id: TaskId, move: TaskMove) {
  return { kind: "work-moved", at: clock.now(), task_id, move } as const;
}

/** The module fails with the reason, and no model was asked: so there is no pack either. */
export function notAsked(
  ports: JobPorts,
  { task, question }: { readonly task: TaskId; readonly question: number },
  { module_id, cause }: { readonly module_id: ModuleId; readonly cause: HaltCause },
): JobResult {
  return {
    intents: [workMoved(ports, task, { kind: "question-failed", question, usage: [], module_id, cause })],
    files: [],
  };
}

import type { TaskId } from "../../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import type { TaskState, TaskStatus } from "./project-state.js";
import type { ProjectView, StateChange } from "./project-view.js";
import { checkTransition } from "./transitions.js";

export function findTask(view: ProjectView, id: TaskId): Outcome<TaskState> {
  const task = view.task(id);
  if (task !== undefined) return accept(task);
  return refuse("unknown-task", `there is no task ${id} in this project: check the id in the status comment`, {
    task_id: id,
  });
}

/** The task in its new status, if the transition is legal. The reason of a halt stays in the escalation. */
export function changeStatus(
  view: ProjectView,
  event: { readonly task_id: TaskId; readonly to: TaskStatus; readonly rationale?: string | null },
): Outcome<TaskState> {
  const found = findTask(view, event.task_id);
  if (!found.ok) return found;
  const task = found.value;
  const { task_id, to, rationale = null } = event;
  const legal = checkTransition({ task_id, from: task.status, to, rationale });
  if (!legal.ok) return legal;
  return accept({ ...task, status: to, halted_reason: null, escalation_ref: null });
}

/** A change of one task only. */
export function changeOf(id: TaskId, task: TaskState): StateChange {
  return { tasks: new Map([[id, task]]) };
}

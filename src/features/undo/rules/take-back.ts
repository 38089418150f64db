import type { EscalationId } from "../../../domain/artifacts/artifact-id.js";
import type { TaskId } from "../../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import { changeStatus } from "../../tasks/board/change-status.js";
import type { TaskState } from "../../tasks/board/project-state.js";
import type { ProjectView, StateChange } from "../../tasks/board/project-view.js";

/** A merged revert: its task, the other tasks, and the card that asks how to continue. */
export type TakeBack = {
  readonly task_id: TaskId;
  /** The shipped tasks whose merges were reverted along with it. */
  readonly along: readonly TaskId[];
  readonly reason: string;
  readonly escalation_ref: EscalationId;
  readonly pull_request: number;
};

/**
 * The task halts again, because repeating it unchanged would have the same result. Every started task that depends on
 * it, shipped or not, is done again and is BLOCKED until that decision, by derivation.
 */
export function takeBack(view: ProjectView, undone: TakeBack): Outcome<StateChange> {
  const { task_id, reason, escalation_ref, pull_request } = undone;
  const updated = changeStatus(view, { task_id, to: "HALTED", rationale: reason });
  if (!updated.ok) return updated;
  const status = view.task(task_id)?.status;
  if (status !== "SHIPPED") {
    return refuse("not-shipped", `${task_id} cannot be taken back: it is ${status}, and nothing of it is merged`, {
      task_id,
      status,
    });
  }
  const tasks = new Map<TaskId, TaskState>([
    [task_id, { ...cleared(updated.value), halted_reason: reason, escalation_ref, pull_request }],
  ]);
  for (const id of [...startedOn(view, task_id, undone.along)]) {
    const reopened = changeStatus(view, { task_id: id, to: "PENDING", rationale: reason });
    if (!reopened.ok) return reopened;
    tasks.set(id, waitingFor(view, task_id, { id, task: { ...cleared(reopened.value), pull_request: null } }));
  }
  return accept({ tasks });
}

/** Every started task that depends on it, and what was reverted along with it. */
export function startedOn(view: ProjectView, task: TaskId, along: readonly TaskId[]): ReadonlySet<TaskId> {
  const behind = new Set<TaskId>();
  const stack = [task, ...along];
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    for (const dependant of view.dependants(id)) {
      if (!behind.has(dependant)) stack.push(dependant);
      behind.add(dependant);
    }
  }
  const started = [...behind, ...along].filter((id) => {
    const status = view.task(id)?.status;
    return status === "IN_PROGRESS" || status === "HALTED" || status === "SHIPPED";
  });
  return new Set(started.filter((id) => id !== task));
}

/** Resets the task. Its branch was merged, or was based on what is gone, so it gets another one. */
function cleared(task: TaskState): TaskState {
  return { ...task, shipped_at: null, merge_sha: null, module_refs: [], reopened: (task.reopened ?? 0) + 1 };
}

/** A task may use the other's modules without declaring the dependency. */
function waitingFor(
  view: ProjectView,
  upstream: TaskId,
  { id, task }: { readonly id: TaskId; readonly task: TaskState },
): TaskState {
  if (reaches(view, id, upstream) || reaches(view, upstream, id)) return task;
  return { ...task, depends_on: [...task.depends_on, upstream] };
}

function reaches(view: ProjectView, from: TaskId, to: TaskId): boolean {
  const seen = new Set<TaskId>();
  const stack = [from];
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    for (const dependency of view.task(id)?.depends_on ?? []) {
      if (dependency === to) return true;
      if (!seen.has(dependency)) stack.push(dependency);
      seen.add(dependency);
    }
  }
  return false;
}

/** The state machine's input from the event. The reason is shown to people on the task. */
export function takeBackOf(event: {
  readonly task_id: TaskId;
  readonly by: string;
  readonly pull_request: number;
  readonly escalation_ref: EscalationId;
  readonly taken: readonly { readonly task_id: TaskId }[];
}): TakeBack {
  const { task_id, by, pull_request, escalation_ref, taken } = event;
  return {
    task_id,
    along: taken.map((one) => one.task_id).filter((id) => id !== task_id),
    reason: `${by} took it back in #${pull_request}`,
    escalation_ref,
    pull_request,
  };
}

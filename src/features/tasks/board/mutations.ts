import type { EscalationId } from "../../../domain/artifacts/artifact-id.js";
import type { Instant, ModuleRef, Sha, TaskId } from "../../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import { changeOf, changeStatus, findTask } from "./change-status.js";
import type { ProjectView, StateChange } from "./project-view.js";

/** PENDING -> IN_PROGRESS. Dispatch decides which task starts; this checks that it may. */
export function startTask(view: ProjectView, { task_id }: { readonly task_id: TaskId }): Outcome<StateChange> {
  const updated = changeStatus(view, { task_id, to: "IN_PROGRESS" });
  if (!updated.ok) return updated;
  if (view.task(task_id)?.status !== "PENDING") {
    return refuse("not-dispatchable", `${task_id} is halted: it goes on when its escalation is resolved`, { task_id });
  }
  const missing = updated.value.depends_on.filter((dependency) => view.task(dependency)?.status !== "SHIPPED");
  if (missing.length > 0) {
    return refuse("dependencies-unshipped", `${task_id} cannot start before ${missing.join(", ")} has shipped`, {
      task_id,
      missing,
    });
  }
  return accept(changeOf(task_id, updated.value));
}

/**
 * IN_PROGRESS -> SHIPPED, or HALTED -> SHIPPED if a person merged it, with a rationale (requirements.md#task-statuses).
 */
export function shipTask(
  view: ProjectView,
  shipped: {
    readonly task_id: TaskId;
    readonly at: Instant;
    readonly merge_sha: Sha;
    readonly module_refs: readonly ModuleRef[];
    readonly rationale: string | null;
  },
): Outcome<StateChange> {
  const { task_id, at, merge_sha, module_refs, rationale } = shipped;
  const updated = changeStatus(view, { task_id, to: "SHIPPED", rationale });
  if (!updated.ok) return updated;
  return accept(
    changeOf(task_id, { ...updated.value, shipped_at: at, merge_sha, module_refs: [...new Set(module_refs)] }),
  );
}

/** IN_PROGRESS -> HALTED, always with the reason and the escalation. */
export function haltTask(
  view: ProjectView,
  halted: { readonly task_id: TaskId; readonly reason: string; readonly escalation_ref: EscalationId },
): Outcome<StateChange> {
  const { task_id, reason, escalation_ref } = halted;
  const updated = changeStatus(view, { task_id, to: "HALTED" });
  if (!updated.ok) return updated;
  return accept(changeOf(task_id, { ...updated.value, halted_reason: reason, escalation_ref }));
}

/** Still HALTED, with another card: an answer to the old one is stale from now on. */
export function renewEscalation(
  view: ProjectView,
  renewed: { readonly task_id: TaskId; readonly reason: string; readonly escalation_ref: EscalationId },
): Outcome<StateChange> {
  const { task_id, reason, escalation_ref } = renewed;
  const found = findTask(view, task_id);
  if (!found.ok) return found;
  if (found.value.status !== "HALTED") {
    return refuse(
      "not-halted",
      `${task_id} is ${found.value.status}: only a halted task is put before a person again`,
      {
        task_id,
        status: found.value.status,
      },
    );
  }
  return accept(changeOf(task_id, { ...found.value, halted_reason: reason, escalation_ref }));
}

/** Records the pull request of a started task; a reopened task may get another one. */
export function recordPullRequest(
  view: ProjectView,
  opened: { readonly task_id: TaskId; readonly pull_request: number },
): Outcome<StateChange> {
  const { task_id, pull_request } = opened;
  const found = findTask(view, task_id);
  if (!found.ok) return found;
  const task = found.value;
  if (task.status !== "IN_PROGRESS" && task.status !== "HALTED") {
    return refuse(
      "not-in-progress",
      `pull request #${pull_request} names ${task_id}, which is ${task.status}: only started work has a pull request`,
      { task_id, pull_request, status: task.status },
    );
  }
  return accept(changeOf(task_id, { ...task, pull_request }));
}

/** The project is done: every task is final and at least one shipped (decisions.md#what-is-released). */
export function releaseProject(view: ProjectView): Outcome<StateChange> {
  const unfinished = (["PENDING", "IN_PROGRESS", "HALTED", "BLOCKED"] as const).flatMap((status) => [
    ...view.withStatus(status),
  ]);
  if (unfinished.length > 0) {
    return refuse("not-finished", `not released: ${unfinished.sort().join(", ")} is neither shipped nor abandoned`, {
      unfinished,
    });
  }
  if (view.withStatus("SHIPPED").size === 0) {
    return refuse("nothing-to-release", "not released: no task has shipped");
  }
  return accept({ status: "RELEASED", tasks: new Map() });
}

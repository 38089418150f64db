import type { TaskId } from "../../../domain/ids.js";
import type { ProjectEvent } from "../../tasks/board/project-event.js";
import type { ProjectState } from "../../tasks/board/project-state.js";
import { type AgreedVersion, dropped, droppedAll, type InterfaceChange } from "./interface-change.js";

type Followed = {
  readonly interface_changes: Record<string, InterfaceChange>;
  readonly agreed_versions: Record<TaskId, AgreedVersion>;
};

type Tasks = ProjectState["tasks"];

/**
 * The consequences of a project event for interface changes: a task that is not halted any more closes its exception, a
 * version exists when the task that builds it has shipped, and an aborted project ends all of them.
 */
export function followProject(
  { interface_changes, agreed_versions }: Followed,
  { before, after, event }: { readonly before: Tasks; readonly after: Tasks; readonly event: ProjectEvent },
): Followed {
  if (event.kind === "project-aborted")
    return { interface_changes: droppedAll(interface_changes, "the project was aborted"), agreed_versions };
  const followed = Object.entries(interface_changes).map(([id, change]) => {
    const left = before[change.task_id]?.status === "HALTED" && after[change.task_id]?.status !== "HALTED";
    return [id, afterTask(left && !isApproved(id, event) ? withoutTask(change) : change, after)] as const;
  });
  const open = Object.entries(agreed_versions).filter(([id]) => !isOver(after[id]?.status));
  return { interface_changes: Object.fromEntries(followed), agreed_versions: Object.fromEntries(open) };
}

/** The only resolution that continues the change: the task that builds it is added next. */
function isApproved(id: string, event: ProjectEvent): boolean {
  if (event.kind !== "escalation-resolved") return false;
  return event.resolution.action === "APPROVE_INTERFACE_CHANGE" && event.resolution.exception_id === id;
}

/** Removes the halted task's exception unless a separate task builds the change. */
function withoutTask(change: InterfaceChange): InterfaceChange {
  const waits = ["deciding", "debating", "not-agreed", "agreed"].includes(change.stage.stage);
  return waits ? dropped(change, `${change.task_id} was resolved without it`) : change;
}

function afterTask(change: InterfaceChange, tasks: Tasks): InterfaceChange {
  const { stage } = change;
  if (stage.stage !== "building") return change;
  const { task_id, version } = stage;
  const status = tasks[task_id]?.status;
  if (status === "SHIPPED") return { ...change, stage: { stage: "shipped", version } };
  return status === "ABANDONED" ? dropped(change, `${task_id} was abandoned`) : change;
}

function isOver(status: string | undefined): boolean {
  return status === undefined || status === "SHIPPED" || status === "ABANDONED";
}

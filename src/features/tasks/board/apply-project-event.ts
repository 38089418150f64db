import { accept, type Outcome } from "../../../domain/refusal.js";
import { adjustPlan } from "../../checkpoints/adjust-plan.js";
import { applyResolution } from "../../halts/resolution/apply-resolution.js";
import { takeBack, takeBackOf } from "../../undo/rules/take-back.js";
import { addTasks } from "./add-tasks.js";
import { openBoard } from "./board.js";
import { checkLegalWhile } from "./legal-while.js";
import { haltTask, recordPullRequest, releaseProject, renewEscalation, shipTask, startTask } from "./mutations.js";
import type { ProjectEvent } from "./project-event.js";
import type { ProjectState, ProjectStatus } from "./project-state.js";
import type { ProjectView, StateChange } from "./project-view.js";

/**
 * The only way to change a project's state: the state after the event with BLOCKED derived again, or why the event is
 * impossible.
 */
export function applyProjectEvent(state: ProjectState, event: ProjectEvent): Outcome<ProjectState> {
  const board = openBoard(state);
  const change = changeFor(board, event);
  if (!change.ok) return change;
  board.absorb(change.value, event.at);
  return accept(board.toState());
}

/** The change of an event. Callers with many events keep one board and let it absorb each change. */
export function changeFor(view: ProjectView, event: ProjectEvent): Outcome<StateChange> {
  const legal = checkLegalWhile(view.status(), event.kind);
  if (!legal.ok) return legal;
  switch (event.kind) {
    case "task-started":
      return startTask(view, event);
    case "pull-request-opened":
      return recordPullRequest(view, event);
    case "task-shipped":
      return shipTask(view, event);
    case "task-halted":
      return haltTask(view, event);
    case "escalation-renewed":
      return renewEscalation(view, event);
    case "escalation-resolved":
      return applyResolution(view, event);
    case "task-taken-back":
      return takeBack(view, takeBackOf(event));
    case "plan-adjusted":
      return adjustPlan(view, event.adjustment);
    case "tasks-added": {
      const tasks = addTasks(view, event);
      return tasks.ok ? accept({ tasks: tasks.value }) : tasks;
    }
    case "project-paused":
      return toStatus("PAUSED");
    case "project-resumed":
      return toStatus("ACTIVE");
    case "project-aborted":
      return toStatus("ABORTED");
    case "project-released":
      return releaseProject(view);
    default:
      return event satisfies never;
  }
}

function toStatus(status: ProjectStatus): Outcome<StateChange> {
  return accept({ status, tasks: new Map() });
}

import { accept, type Outcome } from "../../../domain/refusal.js";
import { adjustPlan } from "../../checkpoints/adjust-plan.js";
import { applyResolution } from "../../halts/resolution/apply-resolution.js";
import { takeBack, takeBackOf } from "../../undo/rules/take-back.js";
import { addTasks } from "./add-tasks.js";
import { openBoard } from "./board.js";
import { checkLegalWhile } from "./legal-while.js";
import { haltTask, recordPullRequest, releaseProject, renewEscalation, shipTask, startTask } from "./mutations.js";
import type { ProjectState, ProjectStatus } from "./project-state.js";
import type { ProjectView, StateChange } from "./project-view.js";
import type { StateIntent } from "./state-intent.js";

/** The one door to a project's state: the state after the intent, BLOCKED derived afresh, or why it cannot happen. */
export function applyStateIntent(state: ProjectState, intent: StateIntent): Outcome<ProjectState> {
  const board = openBoard(state);
  const change = changeFor(board, intent);
  if (!change.ok) return change;
  board.absorb(change.value, intent.at);
  return accept(board.toState());
}

/** What an intent changes. For those who take many steps: keep one board, and let it absorb each change. */
export function changeFor(view: ProjectView, intent: StateIntent): Outcome<StateChange> {
  const legal = checkLegalWhile(view.status(), intent.kind);
  if (!legal.ok) return legal;
  switch (intent.kind) {
    case "task-started":
      return startTask(view, intent);
    case "pull-request-opened":
      return recordPullRequest(view, intent);
    case "task-shipped":
      return shipTask(view, intent);
    case "task-halted":
      return haltTask(view, intent);
    case "escalation-renewed":
      return renewEscalation(view, intent);
    case "escalation-resolved":
      return applyResolution(view, intent);
    case "task-taken-back":
      return takeBack(view, takeBackOf(intent));
    case "plan-adjusted":
      return adjustPlan(view, intent.adjustment);
    case "tasks-added": {
      const tasks = addTasks(view, intent);
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
      return intent satisfies never;
  }
}

function toStatus(status: ProjectStatus): Outcome<StateChange> {
  return accept({ status, tasks: new Map() });
}

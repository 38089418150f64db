import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import type { ProjectEvent } from "./project-event.js";
import type { ProjectStatus } from "./project-state.js";

/**
 * The project statuses in which each event is allowed. Results and decisions are accepted while paused, so that nothing
 * is lost. A merge is a fact and is recorded even after an abort. RELEASED is final.
 */
export const LEGAL_WHILE: Readonly<Record<ProjectEvent["kind"], readonly ProjectStatus[]>> = {
  "task-started": ["ACTIVE"],
  "pull-request-opened": ["ACTIVE", "PAUSED"],
  "task-shipped": ["ACTIVE", "PAUSED", "ABORTED"],
  "task-halted": ["ACTIVE", "PAUSED"],
  "escalation-renewed": ["ACTIVE", "PAUSED"],
  "escalation-resolved": ["ACTIVE", "PAUSED"],
  "task-taken-back": ["ACTIVE", "PAUSED"],
  "plan-adjusted": ["ACTIVE", "PAUSED"],
  "tasks-added": ["ACTIVE", "PAUSED"],
  "project-paused": ["ACTIVE"],
  "project-resumed": ["PAUSED"],
  "project-aborted": ["ACTIVE", "PAUSED"],
  "project-released": ["ACTIVE"],
};

const WHAT_TO_DO: Readonly<Record<ProjectStatus, string>> = {
  ACTIVE: "it is running already",
  PAUSED: "resume it first with /factory resume",
  ABORTED: "an aborted project is kept as it is",
  RELEASED: "a released project is finished",
};

export function checkLegalWhile(status: ProjectStatus, kind: ProjectEvent["kind"]): Outcome<null> {
  const legal = LEGAL_WHILE[kind];
  if (legal.includes(status)) return accept(null);
  return refuse(
    "project-status",
    `${kind} needs a project that is ${legal.join(" or ")}, and this one is ${status}: ${WHAT_TO_DO[status]}`,
    { kind, status, legal },
  );
}

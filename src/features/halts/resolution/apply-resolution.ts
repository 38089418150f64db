import type { EscalationId } from "../../../domain/artifacts/artifact-id.js";
import type { TaskId } from "../../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import { changeOf, changeStatus, findTask } from "../../tasks/board/change-status.js";
import type { TaskState } from "../../tasks/board/project-state.js";
import type { ProjectView, StateChange } from "../../tasks/board/project-view.js";
import { STATUS_WORDS } from "../../tasks/board/status-words.js";
import { abandonRest, splitRest } from "./divide-task.js";
import type { HumanResolution } from "./human-resolution.js";
import { RESOLUTION_EFFECTS } from "./resolution-effects.js";
import { type PartIdentity, splitTask } from "./split.js";

/** A person's resolution, the card that it answers, and for a split the ids of its parts. */
export type ResolutionAnswer = {
  readonly task_id: TaskId;
  /** The escalation on the card; null if the card was about a blocked task, not a halted one. */
  readonly escalation_ref: EscalationId | null;
  readonly resolution: HumanResolution;
  readonly identities: readonly PartIdentity[];
  /** New dependencies of the task. */
  readonly awaits?: readonly TaskId[] | undefined;
};

/** The effect of a resolution on the project's state, as in requirements.md#resolutions. */
export function applyResolution(view: ProjectView, answer: ResolutionAnswer): Outcome<StateChange> {
  const found = findTask(view, answer.task_id);
  if (!found.ok) return found;
  const fresh = checkCard(found.value, answer);
  if (!fresh.ok) return fresh;
  const { task_id, resolution } = answer;
  if (found.value.status === "BLOCKED" && resolution.action === "AMEND_SPEC") {
    return freeAmended(view, task_id, found.value);
  }
  switch (resolution.action) {
    case "SPLIT_TASK":
      return splitTask(view, { task_id, parts: resolution.new_tasks, identities: answer.identities });
    case "KEEP_AND_ABANDON":
      return abandonRest(view, { task_id, rationale: resolution.rationale, identities: answer.identities });
    case "KEEP_AND_SPLIT":
      return splitRest(view, { task_id, parts: resolution.new_tasks, identities: answer.identities });
    case "ABANDON_TASK":
      return event(view, answer, { abandoned_reason: resolution.rationale });
    case "APPROVE_OVERRIDE":
    case "AMEND_SPEC":
    case "REVISE_PLAN":
    case "PROVIDE_FIX":
    case "PROVIDE_PUSHED_FIX":
    case "RETRY_TASK":
    case "REVIEW_AGAIN":
    case "APPROVE_INTERFACE_CHANGE":
    case "REJECT_INTERFACE_CHANGE":
      return event(view, answer, {});
    default:
      return resolution satisfies never;
  }
}

function event(view: ProjectView, answer: ResolutionAnswer, also: Partial<TaskState>): Outcome<StateChange> {
  const { task_id, resolution, awaits = [] } = answer;
  const updated = changeStatus(view, { task_id, to: RESOLUTION_EFFECTS[resolution.action].to });
  if (!updated.ok) return updated;
  const depends_on = [...new Set([...updated.value.depends_on, ...awaits])];
  return accept(changeOf(task_id, { ...updated.value, ...also, depends_on }));
}

/**
 * A resolution is for what its author saw. A halted task has its own card. Dependants of an abandoned task have none,
 * and each is amended, split or abandoned (requirements.md#resolutions).
 */
function checkCard(task: TaskState, answer: ResolutionAnswer): Outcome<null> {
  const { task_id, escalation_ref, resolution } = answer;
  if (task.escalation_ref !== escalation_ref) {
    const now = task.escalation_ref ?? `no open card (it ${STATUS_WORDS[task.status]})`;
    return refuse(
      "stale-card",
      `this answers ${escalation_ref ?? "no card"}, but ${task_id} now has ${now}: look at it again and repeat the command`,
      { task_id, saw: escalation_ref, now: task.escalation_ref, status: task.status },
    );
  }
  if (task.status === "HALTED") return accept(null);
  const forBlocked = ["AMEND_SPEC", "SPLIT_TASK", "ABANDON_TASK"].includes(resolution.action);
  if (task.status === "BLOCKED" && forBlocked) return accept(null);
  return refuse(
    "nothing-to-resolve",
    `This needs a halted task, and ${task_id} ${STATUS_WORDS[task.status]}${
      task.status === "BLOCKED" ? ": a blocked task can be amended, split or abandoned" : ""
    }. Nothing was changed.`,
    { task_id, status: task.status, action: resolution.action },
  );
}

/** An amended task no longer needs what was abandoned: those edges are removed, and BLOCKED is derived again. */
function freeAmended(view: ProjectView, task_id: TaskId, task: TaskState): Outcome<StateChange> {
  const depends_on = task.depends_on.filter((dependency) => view.task(dependency)?.status !== "ABANDONED");
  if (depends_on.length === task.depends_on.length) {
    return refuse(
      "nothing-to-resolve",
      `${task_id} depends on no abandoned task: resolve what halted or was abandoned further up`,
      { task_id, status: task.status, action: "AMEND_SPEC" },
    );
  }
  return accept(changeOf(task_id, { ...task, depends_on }));
}

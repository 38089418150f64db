import type { TaskId } from "../../../domain/ids.js";
import { accept, type Outcome } from "../../../domain/refusal.js";
import { changeStatus } from "../../tasks/board/change-status.js";
import type { TaskState } from "../../tasks/board/project-state.js";
import type { ProjectView, StateChange } from "../../tasks/board/project-view.js";
import { addParts, type PartIdentity, rewire, type Split } from "./split.js";

// A half-done task is divided: what is finished on its branch stays the task and ships, and the rest becomes new tasks
// (decisions.md#immutable-from-merge). Dependants of the task depend on both.

/** The name of the unfinished part of a task. */
export function restName(task: string): string {
  return `The rest of ${task}`;
}

/** Abandons the rest at once. Its dependants stay blocked, as with any abandoned task. */
export function abandonRest(
  view: ProjectView,
  { task_id, rationale, identities }: { task_id: TaskId; rationale: string; identities: readonly PartIdentity[] },
): Outcome<StateChange> {
  const name = restName(view.task(task_id)?.task ?? task_id);
  return divide(view, { task_id, parts: [{ name, depends_on: [] }], identities }, (rest) => ({
    ...rest,
    status: "ABANDONED",
    abandoned_reason: rationale,
  }));
}

/** The tasks that a person named do the rest, based on what was kept. */
export function splitRest(view: ProjectView, split: Split): Outcome<StateChange> {
  return divide(view, split, (part) => part);
}

function divide(view: ProjectView, split: Split, become: (part: TaskState) => TaskState): Outcome<StateChange> {
  const { task_id, identities } = split;
  const updated = changeStatus(view, { task_id, to: "IN_PROGRESS" });
  if (!updated.ok) return updated;
  const added = addParts(view, updated.value, split, [task_id]);
  if (!added.ok) return added;
  const parts = [...added.value].map(([id, part]): [TaskId, TaskState] => [id, become(part)]);
  const both = [task_id, ...identities.map((identity) => identity.task_id)];
  return accept({ tasks: new Map([...parts, [task_id, updated.value], ...rewire(view, task_id, both)]) });
}

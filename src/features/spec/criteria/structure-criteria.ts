import { type DraftNode, type Finding, finding, type Level, labelOf, nodesAt } from "../spec-draft.js";

/**
 * Criteria 1 to 5 of requirements.md#spec-completeness: enough children at every level. Criterion 10 reports a missing
 * or malformed list, so that one fault is reported once.
 */
export function pillarsHaveEpics(root: DraftNode): Finding[] {
  return tooFew(root, "pillar", { field: "epics", minimum: 1, one: "an epic" });
}

export function epicsHaveStoriesAndSuccessCriteria(root: DraftNode): Finding[] {
  return [
    ...tooFew(root, "epic", { field: "stories", minimum: 1, one: "a story" }),
    ...tooFew(root, "epic", { field: "success_criteria", minimum: 1, one: "a success criterion" }),
  ];
}

export function storiesHaveTasks(root: DraftNode): Finding[] {
  return tooFew(root, "story", { field: "tasks", minimum: 1, one: "a task" });
}

export function tasksHaveSubtasks(root: DraftNode): Finding[] {
  return tooFew(root, "task", { field: "subtasks", minimum: 2, one: "a subtask" });
}

export function tasksHaveAcceptanceCriteria(root: DraftNode): Finding[] {
  return tooFew(root, "task", { field: "acceptance_criteria", minimum: 2, one: "an acceptance criterion" });
}

type Minimum = { readonly field: string; readonly minimum: number; readonly one: string };

function tooFew(root: DraftNode, level: Level, { field, minimum, one }: Minimum): Finding[] {
  return nodesAt(root, level).flatMap((node) => {
    const list = node.fields[field];
    if (!Array.isArray(list) || list.length >= minimum) return [];
    const message = `${labelOf(node)}: ${field} has ${list.length}, at least ${minimum} needed; add ${one}.`;
    return [finding(node, [field], message)];
  });
}

import { layOutTasks, type NamedSpec } from "../../tasks/task-file/layout.js";
import { type TaskIdProblem, taskIdProblems } from "../../tasks/task-file/task-id-problems.js";
import { type DraftNode, type Finding, idOf, nameOf } from "../spec-draft.js";

const FIELDS: Readonly<Record<TaskIdProblem["code"], string>> = {
  "too-many-tasks": "tasks",
  "task-id-too-long": "name",
  "task-id-collision": "name",
};

/** Task ids are made after approval but checked before it (decisions.md#ids-are-judged-before-approval). */
export function taskIdsCanBeMade(root: DraftNode): Finding[] {
  return taskIdProblems(layOutTasks(namesOf(root))).map(({ code, message, specPath }) => ({
    path: `${specPath}.${FIELDS[code]}`,
    field: FIELDS[code],
    message,
  }));
}

/** Criterion 10 reports a missing name; here it must not hide the others. */
function namesOf(root: DraftNode): NamedSpec {
  const named = (node: DraftNode) => ({ name: nameOf(node) ?? "" });
  return {
    pillars: root.children.map((pillar) => ({
      ...named(pillar),
      epics: pillar.children.map((epic) => ({
        ...named(epic),
        stories: epic.children.map((story) => ({
          ...named(story),
          tasks: story.children.map((task) => ({ ...named(task), task_id: idOf(task) ?? "a task without an id" })),
        })),
      })),
    })),
  };
}

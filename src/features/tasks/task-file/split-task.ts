import type { TaskId } from "../../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import type { PartIdentity } from "../../halts/resolution/split.js";
import type { ProjectState } from "../board/project-state.js";
import { siblingSlugs } from "./sibling-slugs.js";
import { checkTaskFile, type TaskFile } from "./task-file.js";
import { MAX_TASKS_PER_STORY, splitTaskId, taskIdInScope } from "./task-id.js";

/** The input of a split: the task, and the ids of all tasks, including ABANDONED ones. */
export type SplitNumbering = {
  readonly existing: Iterable<TaskId>;
  readonly splitting: TaskId;
  readonly count: number;
};

/** The next numbers of the same story. A number is never used twice (requirements.md#task-ids). */
export function newTaskIdsForSplit({ existing, splitting, count }: SplitNumbering): Outcome<TaskId[]> {
  const original = splitTaskId(splitting);
  if (original === undefined) return refuse("unknown-task", `${splitting} is no task id; name the task to split.`);
  const { scope } = original;
  const numbers = [...existing].map(splitTaskId).flatMap((id) => (id?.scope === scope ? [id.sequence] : []));
  const last = Math.max(original.sequence, ...numbers);
  if (last + count > MAX_TASKS_PER_STORY) {
    return refuse(
      "too-many-tasks",
      `${splitting} cannot be split into ${count}: its story has used ${last} of ${MAX_TASKS_PER_STORY} numbers.`,
      { splitting, used: last, count },
    );
  }
  return accept(Array.from({ length: count }, (_, index) => taskIdInScope(scope, last + 1 + index)));
}

/** An id and a task file path for every part, in order; folders do not clash with existing ones. */
export function identifySplitParts(
  tasks: ProjectState["tasks"],
  splitting: TaskId,
  names: readonly string[],
): Outcome<PartIdentity[]> {
  const original = tasks[splitting];
  if (original === undefined) return refuse("unknown-task", `There is no task ${splitting}; name the task to split.`);
  const ids = newTaskIdsForSplit({ existing: Object.keys(tasks), splitting, count: names.length });
  if (!ids.ok) return ids;
  const storyFolder = `${original.path.split("/").slice(0, -2).join("/")}/`;
  const taken = Object.values(tasks)
    .filter(({ path }) => path.startsWith(storyFolder))
    .map(({ path }) => path.slice(storyFolder.length).split("/")[0] ?? "");
  const slugs = siblingSlugs(names, taken);
  return accept(ids.value.map((id, index) => ({ task_id: id, path: `${storyFolder}${slugs[index]}/${id}.md` })));
}

/** A person's text for one part of a split (requirements.md#resolutions). */
export type SplitPartText = {
  readonly name: string;
  readonly description: string;
  readonly acceptance_criteria: readonly string[];
};

/**
 * A part's own file. The person gives no subtasks and no contract sketch, but the template requires both: there is a
 * subtask for each criterion, and the sketch and error cases are the original's until the part is planned.
 */
export function splitTaskFile(original: TaskFile, taskId: TaskId, part: SplitPartText): Outcome<TaskFile> {
  return checkTaskFile({
    ...original,
    task_id: taskId,
    name: part.name,
    description: part.description,
    subtasks: part.acceptance_criteria.map((criterion) => `Satisfy: ${criterion}`),
    acceptance_criteria: part.acceptance_criteria,
    dependency_contracts: [],
    amendments: [],
  });
}

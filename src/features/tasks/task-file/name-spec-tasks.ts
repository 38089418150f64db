import type { SpecTaskId, TaskId } from "../../../domain/ids.js";
import type { TaskFileCandidate } from "./task-file.js";

/** The tasks of a spec as its readers may know them: by their id in the spec. */
export type SpecTaskNames = ReadonlyMap<SpecTaskId, { readonly taskId: TaskId; readonly name: string }>;

const SPEC_TASK = /`?\b(TSK-\d+)\b`?/g;

/**
 * The fields of a task file with the spec's ids in its prose as titles and task ids: whoever works on one task never sees
 * the spec (decisions.md#spec-ids-and-task-ids). Unknown ids stay.
 */
export function nameSpecTasks(file: TaskFileCandidate, names: SpecTaskNames): TaskFileCandidate {
  const named = (text: string) =>
    text.replace(SPEC_TASK, (id, spec: string) => {
      const task = names.get(spec);
      if (task === undefined) return id;
      return task.taskId === file.task_id ? "this task" : `"${task.name}" (${task.taskId})`;
    });
  return mapTexts(file, named) as TaskFileCandidate;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)]));
}

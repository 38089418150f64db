import { z } from "zod";
import { type Dependencies, findCycle } from "../../../domain/graph.js";
import { TaskId } from "../../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import { TaskState, untouched } from "./project-state.js";
import type { ProjectView } from "./project-view.js";

/** A task that joins a running project: from a split, an interface change, or a re-verification. */
export const AddedTask = z.strictObject({
  task_id: TaskId,
  ...TaskState.pick({
    spec_task_id: true,
    pillar: true,
    epic: true,
    story: true,
    task: true,
    path: true,
    depends_on: true,
    priority: true,
  }).shape,
});
export type AddedTask = z.infer<typeof AddedTask>;

/**
 * Adds tasks as PENDING, numbered after all declared ones (requirements.md#resolutions). `awaited_by` are waiting tasks
 * that depend on all of them from now on, such as a task whose interface change was approved
 * (decisions.md#a-new-version-is-a-task).
 */
export function addTasks(
  view: ProjectView,
  added: { readonly tasks: readonly AddedTask[]; readonly awaited_by: readonly TaskId[] },
): Outcome<ReadonlyMap<TaskId, TaskState>> {
  const { tasks, awaited_by } = added;
  const taken = takenId(view, tasks);
  if (taken !== undefined) {
    return refuse("task-exists", `${taken} cannot be added: a task has that id already, and ids are never used twice`, {
      task_id: taken,
    });
  }
  const ids = tasks.map(({ task_id }) => task_id);
  const waiting = lengthenWaits(view, awaited_by, ids);
  if (!waiting.ok) return waiting;
  const all = new Map([...waiting.value, ...tasks.map((task, index) => pending(view, task, index))]);
  const sound = checkEdges(view, all, ids);
  return sound.ok ? accept(all) : sound;
}

function takenId(view: ProjectView, tasks: readonly AddedTask[]): TaskId | undefined {
  const ids = tasks.map(({ task_id }) => task_id);
  return ids.find((id, index) => view.task(id) !== undefined || ids.indexOf(id) < index);
}

function pending(view: ProjectView, task: AddedTask, index: number): [TaskId, TaskState] {
  const { task_id, ...given } = task;
  return [
    task_id,
    {
      ...given,
      ...untouched(),
      depends_on: [...new Set(given.depends_on)],
      declaration_order: view.lastDeclarationOrder() + 1 + index,
    },
  ];
}

function lengthenWaits(
  view: ProjectView,
  awaited_by: readonly TaskId[],
  ids: readonly TaskId[],
): Outcome<[TaskId, TaskState][]> {
  const lengthened: [TaskId, TaskState][] = [];
  for (const id of awaited_by) {
    const task = view.task(id);
    if (task?.status !== "PENDING" && task?.status !== "BLOCKED") {
      return refuse("not-waiting", `${id} cannot wait for ${ids.join(", ")}: it is ${task?.status ?? "unknown"}`, {
        task_id: id,
      });
    }
    lengthened.push([id, { ...task, depends_on: [...task.depends_on, ...ids] }]);
  }
  return accept(lengthened);
}

function checkEdges(
  view: ProjectView,
  changed: ReadonlyMap<TaskId, TaskState>,
  ids: readonly TaskId[],
): Outcome<ReadonlyMap<TaskId, TaskState>> {
  const taskById = (id: TaskId) => changed.get(id) ?? view.task(id);
  for (const id of ids) {
    for (const dependency of changed.get(id)?.depends_on ?? []) {
      const upstream = taskById(dependency);
      if (upstream === undefined) {
        return refuse("dependency-unknown", `${id} cannot depend on ${dependency}: there is no such task`, {
          task_id: id,
          dependency,
        });
      }
      if (upstream.superseded_by.length > 0) {
        return refuse(
          "dependency-superseded",
          `${id} cannot depend on ${dependency}: name its successors ${upstream.superseded_by.join(", ")} instead`,
          { task_id: id, dependency, superseded_by: upstream.superseded_by },
        );
      }
    }
  }
  const cycle = findCycle(upstreamOf(ids, taskById));
  if (cycle === undefined) return accept(changed);
  return refuse("dependency-cycle", `the new tasks would wait for themselves: ${cycle.join(" -> ")}`, { cycle });
}

/** Only the dependencies of the new tasks can close a cycle through them, so only those are searched. */
function upstreamOf(starts: readonly TaskId[], taskById: (id: TaskId) => TaskState | undefined): Dependencies {
  const edges = new Map<TaskId, readonly TaskId[]>();
  const stack = [...starts];
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    if (edges.has(id)) continue;
    const dependencies = taskById(id)?.depends_on ?? [];
    edges.set(id, dependencies);
    stack.push(...dependencies);
  }
  return edges;
}

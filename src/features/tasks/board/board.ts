import type { Instant, TaskId } from "../../../domain/ids.js";
import { type ProjectState, type TaskState, TaskStatus } from "./project-state.js";
import type { ProjectView, StateChange } from "./project-view.js";
import { createReadyQueue } from "./ready-queue.js";
import { createTaskGraph, type TaskNode } from "./task-graph.js";

/** An indexed project that stays consistent while it absorbs changes. */
export type Board = ProjectView & {
  /** Applies a change and derives BLOCKED again for the tasks that it affects. */
  absorb(change: StateChange, at: Instant): void;
  toState(): ProjectState;
};

/**
 * Each change costs only the tasks that it affects, so shipping a whole project is linear in its tasks and edges. The
 * board owns its indexes; states are immutable data.
 */
export function openBoard(state: ProjectState): Board {
  const graph = createTaskGraph();
  const ready = createReadyQueue();
  const filed = new Map<TaskId, TaskStatus>();
  const files = new Map<TaskStatus, Set<TaskId>>(TaskStatus.options.map((status) => [status, new Set()]));
  const { tasks: initialTasks, ...initialHeader } = state;
  let header = initialHeader;
  let lastDeclarationOrder = -1;

  function file(id: TaskId, node: TaskNode): void {
    const { status, priority, declaration_order } = node.task;
    const before = filed.get(id);
    if (before !== undefined) files.get(before)?.delete(id);
    files.get(status)?.add(id);
    filed.set(id, status);
    if (isReady(node)) ready.add({ id, priority, declaration_order });
  }

  function takeIn(tasks: ReadonlyMap<TaskId, TaskState>): void {
    for (const { declaration_order } of tasks.values()) {
      lastDeclarationOrder = Math.max(lastDeclarationOrder, declaration_order);
    }
    graph.takeIn(tasks, file);
  }

  takeIn(new Map(Object.entries(initialTasks)));

  return {
    status: () => header.status,
    task: (id) => graph.nodes.get(id)?.task,
    dependants: (id) => [...(graph.nodes.get(id)?.dependants ?? [])],
    withStatus: (status) => files.get(status) ?? new Set(),
    firstReady: (count) =>
      ready.first(count, ({ id, priority }) => {
        const node = graph.nodes.get(id);
        return node !== undefined && isReady(node) && node.task.priority === priority;
      }),
    lastDeclarationOrder: () => lastDeclarationOrder,
    absorb(change, at) {
      header = { ...header, status: change.status ?? header.status, updated_at: at };
      takeIn(change.tasks);
    },
    toState: () => ({ ...header, tasks: Object.fromEntries([...graph.nodes].map(([id, { task }]) => [id, task])) }),
  };
}

function isReady(node: TaskNode): boolean {
  return node.task.status === "PENDING" && node.unsatisfied === 0;
}

import type { TaskId } from "../../../domain/ids.js";
import type { TaskState } from "./project-state.js";
import { type Status, statusOf, waitingStatus } from "./status.js";

/** A task with its neighbours. */
export type TaskNode = {
  readonly task: TaskState;
  readonly dependants: ReadonlySet<TaskId>;
  /** Dependencies that have not shipped. */
  readonly unsatisfied: number;
};

/** All tasks with their edges in both directions; BLOCKED is always derived. */
export type TaskGraph = {
  readonly nodes: ReadonlyMap<TaskId, TaskNode>;
  /** Adds or replaces tasks, derives BLOCKED again for the affected ones, and returns every task that it visited. */
  takeIn(tasks: ReadonlyMap<TaskId, TaskState>, onSettled: (id: TaskId, node: TaskNode) => void): void;
};

type Node = {
  task: TaskState;
  readonly dependants: Set<TaskId>;
  unsatisfied: number;
  /** The number of unsatisfied dependencies that are obstructed. */
  obstructed: number;
  /** The status as its dependants have counted it. */
  status: Status;
};

/**
 * Cascade and clearing in one (requirements.md#blocking): every task counts its obstructed dependencies, and notifies
 * its dependants only if its own status changes. So a step costs only the affected tasks.
 */
export function createTaskGraph(): TaskGraph {
  const nodes = new Map<TaskId, Node>();

  function place(id: TaskId, task: TaskState): void {
    const node = nodes.get(id);
    if (node !== undefined) node.task = task;
    else nodes.set(id, { task, dependants: new Set(), unsatisfied: 0, obstructed: 0, status: "open" });
  }

  /** Connects a task with its dependencies (1), or disconnects it (-1). */
  function connect(id: TaskId, by: 1 | -1): void {
    const node = nodes.get(id);
    if (node === undefined) return;
    for (const dependency of new Set(node.task.depends_on)) {
      const upstream = nodes.get(dependency);
      if (by === 1) upstream?.dependants.add(id);
      else upstream?.dependants.delete(id);
      // An unknown dependency never ships; checkState refuses such a state by name.
      count(node, upstream?.status ?? "open", by);
    }
  }

  /** Depth first: the consequences of one task are propagated completely before the next one's. */
  function settle(ids: Iterable<TaskId>, onSettled: (id: TaskId, node: TaskNode) => void): void {
    const stack = [...ids];
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      const node = nodes.get(id);
      if (node === undefined) continue;
      const status = waitingStatus(node.task.status, node.obstructed > 0);
      if (status !== node.task.status) node.task = { ...node.task, status };
      onSettled(id, node);
      const before = node.status;
      node.status = statusOf(status, node.obstructed > 0);
      if (node.status === before) continue;
      for (const dependant of node.dependants) {
        const downstream = nodes.get(dependant);
        if (downstream === undefined) continue;
        count(downstream, before, -1);
        count(downstream, node.status, 1);
        stack.push(dependant);
      }
    }
  }

  return {
    nodes,
    takeIn(tasks, onSettled) {
      const rewired = [...tasks].filter(([id, task]) => nodes.get(id)?.task.depends_on !== task.depends_on);
      for (const [id] of rewired) connect(id, -1);
      for (const [id, task] of tasks) place(id, task);
      // Edges are added after all tasks exist, because the parts of a split may depend on one another.
      for (const [id] of rewired) connect(id, 1);
      settle(tasks.keys(), onSettled);
    },
  };
}

function count(node: Node, status: Status, by: 1 | -1): void {
  if (status !== "satisfied") node.unsatisfied += by;
  if (status === "obstructed") node.obstructed += by;
}

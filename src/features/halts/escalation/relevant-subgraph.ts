import { type Dependencies, dependantsOf, reachableFrom } from "../../../domain/graph.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";

/** The part of a task that the graph needs. */
export type TaskNode<Status extends string> = { readonly status: Status; readonly depends_on: readonly string[] };

/**
 * The part of the project that a halt concerns: the task, its dependencies and its dependants, in the given order. The
 * rest can be read at the state commit (decisions.md#an-escalation-points-at-its-state).
 */
export function relevantSubgraph<Status extends string>(
  tasks: ReadonlyMap<string, TaskNode<Status>>,
  taskId: string,
): Outcome<Map<string, TaskNode<Status>>> {
  if (!tasks.has(taskId)) return refuse("unknown-task", `There is no task ${taskId} in the state.`, { taskId });
  const upstream: Dependencies = new Map([...tasks].map(([id, { depends_on }]) => [id, depends_on]));
  const relevant = new Set([
    taskId,
    ...reachableFrom([taskId], upstream),
    ...reachableFrom([taskId], dependantsOf(upstream)),
  ]);
  return accept(
    new Map(
      [...tasks].flatMap(([id, { status, depends_on }]) => (relevant.has(id) ? [[id, { status, depends_on }]] : [])),
    ),
  );
}

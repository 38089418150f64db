import { type Dependencies, findCycle } from "../../../domain/graph.js";
import {
  type DraftNode,
  everyNode,
  type Finding,
  finding,
  idField,
  idOf,
  labelOf,
  nodesAt,
  textsIn,
} from "../spec-draft.js";

/** Criterion 7: ids are unique across the whole spec; those of pillars, epics and stories, too. */
export function idsAreUnique(root: DraftNode): Finding[] {
  const first = new Map<string, DraftNode>();
  return everyNode(root).flatMap((node) => {
    const id = idOf(node);
    if (id === undefined) return [];
    const earlier = first.get(id);
    if (earlier === undefined) {
      first.set(id, node);
      return [];
    }
    const places = `${labelOf(earlier)} at ${earlier.path} and ${labelOf(node)} at ${node.path}`;
    return [finding(node, [idField(node.level)], `${id} is used twice: ${places}; give one of them another id.`)];
  });
}

/** Criterion 8: every dependency is a task of this spec. */
export function dependenciesResolve(root: DraftNode): Finding[] {
  const tasks = nodesAt(root, "task");
  const known = new Set(tasks.map(idOf));
  return tasks.flatMap((task) =>
    textsIn(task, "depends_on")
      .filter(({ text }) => !known.has(text))
      .map(({ index, text }) =>
        finding(
          task,
          ["depends_on", index],
          `${labelOf(task)} depends on ${text}, which is no task of this spec; name an existing task or remove it.`,
        ),
      ),
  );
}

/** Criterion 9: no task waits for itself, directly or round a cycle. */
export function dependenciesHaveNoCycle(root: DraftNode): Finding[] {
  const tasks = tasksById(root);
  const dependencies = new Map([...tasks].map(([id, same]) => [id, same.flatMap(dependenciesOf)]));
  const onItself = [...dependencies].filter(([id, upstream]) => upstream.includes(id)).map(([id]) => id);
  const onOthers = new Map([...dependencies].map(([id, upstream]) => [id, upstream.filter((other) => other !== id)]));
  const cycles = [...onItself.map((id) => [id, id]), ...disjointCycles(onOthers)];
  return cycles.flatMap((cycle) => {
    const message = `circular dependency: ${cycle.join(" -> ")}; remove one of these dependencies.`;
    return (tasks.get(cycle[0] ?? "") ?? []).slice(0, 1).map((task) => finding(task, ["depends_on"], message));
  });
}

/** Cycles that share no task, so that one report has all independent ones. */
function disjointCycles(dependencies: Dependencies): string[][] {
  const cycles: string[][] = [];
  const left = new Map(dependencies);
  for (let cycle = findCycle(left); cycle !== undefined; cycle = findCycle(left)) {
    cycles.push(cycle);
    for (const id of cycle) left.delete(id);
  }
  return cycles;
}

/** Criterion 7 reports several tasks with one id; here they must not hide a cycle. */
function tasksById(root: DraftNode): Map<string, DraftNode[]> {
  const byId = new Map<string, DraftNode[]>();
  for (const task of nodesAt(root, "task")) {
    const id = idOf(task);
    if (id !== undefined) byId.set(id, [...(byId.get(id) ?? []), task]);
  }
  return byId;
}

function dependenciesOf(task: DraftNode): string[] {
  return textsIn(task, "depends_on").map(({ text }) => text);
}

import type { Deficiency } from "../../../domain/deficiency.js";
import { findCycle } from "../../../domain/graph.js";
import type { TaskId } from "../../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import { recomputeBlocked } from "./blocking.js";
import type { ProjectState, TaskState, TaskStatus } from "./project-state.js";

/** Checks the relations between the fields of a state after every read. Names each task and field. */
export function checkState(state: ProjectState): Outcome<ProjectState> {
  const deficiencies = [
    ...Object.entries(state.tasks).flatMap(([id, task]) => [
      ...fieldDeficiencies(id, task),
      ...edgeDeficiencies(state, id, task),
    ]),
    ...orderDeficiencies(state),
    ...cycleDeficiencies(state),
    ...releaseDeficiencies(state),
  ];
  // BLOCKED is derived from the rest, so it is checked only if the rest is consistent.
  const all = deficiencies.length > 0 ? deficiencies : blockingDeficiencies(state);
  if (all.length === 0) return accept(state);
  const lines = all.map(({ path, field, message }) => `${path}.${field}: ${message}`);
  return refuse("state-inconsistent", `the project's state contradicts itself:\n${lines.join("\n")}`, {
    deficiencies: all,
  });
}

type Facts = "shipped_at" | "merge_sha" | "halted_reason" | "escalation_ref" | "abandoned_reason";

/** Fields that belong to one status: set in that status, null in every other. */
const BELONGS_TO: Readonly<Record<Facts, TaskStatus>> = {
  shipped_at: "SHIPPED",
  merge_sha: "SHIPPED",
  halted_reason: "HALTED",
  escalation_ref: "HALTED",
  abandoned_reason: "ABANDONED",
};

function fieldDeficiencies(id: TaskId, task: TaskState): Deficiency[] {
  const facts = Object.entries(BELONGS_TO).flatMap(([field, status]) => {
    const isSet = task[field as Facts] !== null;
    if (isSet === (task.status === status)) return [];
    const message = isSet
      ? `only a ${status} task has it, and this one is ${task.status}`
      : `a ${status} task needs it`;
    return [deficiency(id, field, message)];
  });
  if (task.superseded_by.length === 0 || task.status === "ABANDONED") return facts;
  return [...facts, deficiency(id, "superseded_by", `only an ABANDONED task has successors, not a ${task.status} one`)];
}

function edgeDeficiencies(state: ProjectState, id: TaskId, task: TaskState): Deficiency[] {
  const started = task.status === "IN_PROGRESS" || task.status === "HALTED" || task.status === "SHIPPED";
  const seen = new Set<TaskId>();
  const dependencies = task.depends_on.flatMap((dependency) => {
    const upstream = state.tasks[dependency];
    const say = (message: string) => [deficiency(id, "depends_on", `${dependency} ${message}`)];
    if (seen.has(dependency)) return say("is listed twice");
    seen.add(dependency);
    if (upstream === undefined) return say("is not a task of this project");
    if (upstream.superseded_by.length > 0) return say(`was split: depend on ${upstream.superseded_by.join(", ")}`);
    if (started && upstream.status !== "SHIPPED") return say(`is ${upstream.status}, yet this task has started`);
    return [];
  });
  const successors = task.superseded_by
    .filter((successor) => successor === id || state.tasks[successor] === undefined)
    .map((successor) => deficiency(id, "superseded_by", `${successor} is not another task of this project`));
  return [...dependencies, ...successors];
}

function orderDeficiencies(state: ProjectState): Deficiency[] {
  const holders = new Map<number, TaskId>();
  return Object.entries(state.tasks).flatMap(([id, { declaration_order }]) => {
    const holder = holders.get(declaration_order);
    if (holder !== undefined) return [deficiency(id, "declaration_order", `${declaration_order} belongs to ${holder}`)];
    holders.set(declaration_order, id);
    return [];
  });
}

function cycleDeficiencies(state: ProjectState): Deficiency[] {
  const cycle = findCycle(new Map(Object.entries(state.tasks).map(([id, { depends_on }]) => [id, depends_on])));
  const [first] = cycle ?? [];
  if (cycle === undefined || first === undefined) return [];
  return [deficiency(first, "depends_on", `the tasks wait for themselves: ${cycle.join(" -> ")}`)];
}

function releaseDeficiencies(state: ProjectState): Deficiency[] {
  if (state.status !== "RELEASED") return [];
  return Object.entries(state.tasks)
    .filter(([, { status }]) => status !== "SHIPPED" && status !== "ABANDONED")
    .map(([id, { status }]) => deficiency(id, "status", `is ${status}, yet the project is RELEASED`));
}

function blockingDeficiencies(state: ProjectState): Deficiency[] {
  const derived = recomputeBlocked(state);
  return Object.entries(state.tasks).flatMap(([id, { status }]) => {
    const expected = derived.tasks[id]?.status;
    if (expected === status) return [];
    const reason = expected === "BLOCKED" ? "a task it rests on is" : "no task it rests on is";
    return [deficiency(id, "status", `is ${status}, but must be ${expected}: ${reason} HALTED or ABANDONED`)];
  });
}

function deficiency(id: TaskId, field: string, message: string): Deficiency {
  return { path: `tasks.${id}`, field, severity: "ERROR", message };
}

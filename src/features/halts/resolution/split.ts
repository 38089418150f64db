import { z } from "zod";
import { TaskId } from "../../../domain/ids.js";
import { accept, type Outcome } from "../../../domain/refusal.js";
import { addTasks } from "../../tasks/board/add-tasks.js";
import { changeStatus } from "../../tasks/board/change-status.js";
import type { TaskState } from "../../tasks/board/project-state.js";
import type { ProjectView, StateChange } from "../../tasks/board/project-view.js";
import type { SplitPart } from "./human-resolution.js";
import { resolveSplitDependencies } from "./split-dependencies.js";

/** The id and task file path of one part of a split, in the parts' order. */
export const PartIdentity = z.strictObject({ task_id: TaskId, path: z.string().min(1) });
export type PartIdentity = z.infer<typeof PartIdentity>;

/** A split as decided by a person, with the ids of its parts. */
export type Split = {
  readonly task_id: TaskId;
  readonly parts: readonly Pick<SplitPart, "name" | "depends_on">[];
  readonly identities: readonly PartIdentity[];
};

/**
 * The original becomes ABANDONED and is superseded by its parts. Its dependants depend on all parts instead, so a
 * superseded task never blocks another. The parts take its place in people's order (requirements.md#resolutions,
 * decisions.md#the-order-of-tasks).
 */
export function splitTask(view: ProjectView, split: Split): Outcome<StateChange> {
  const { task_id, identities } = split;
  const updated = changeStatus(view, { task_id, to: "ABANDONED" });
  if (!updated.ok) return updated;
  const original = updated.value;
  const added = addParts(view, original, split);
  if (!added.ok) return added;
  const ids = identities.map((identity) => identity.task_id);
  const superseded = { ...original, abandoned_reason: `split into ${ids.join(", ")}`, superseded_by: ids };
  return accept({ tasks: new Map([...added.value, [task_id, superseded], ...rewire(view, task_id, ids)]) });
}

/** The parts as tasks of the original's story; `also` are dependencies of each part, whatever the person wrote. */
export function addParts(
  view: ProjectView,
  { pillar, epic, story, priority, depends_on }: TaskState,
  { parts, identities }: Pick<Split, "parts" | "identities">,
  also: readonly TaskId[] = [],
): Outcome<ReadonlyMap<TaskId, TaskState>> {
  const identified = identify(parts, identities);
  const dependencies = resolveSplitDependencies([...depends_on, ...also], identified);
  if (!dependencies.ok) return dependencies;
  const tasks = identified.map(({ task_id, path, part }) => ({
    pillar,
    epic,
    story,
    priority,
    task_id,
    path,
    task: part.name,
    spec_task_id: null,
    depends_on: [...also, ...(dependencies.value.get(task_id) ?? [])],
  }));
  return addTasks(view, { tasks, awaited_by: [] });
}

function identify(parts: Split["parts"], identities: readonly PartIdentity[]) {
  return parts.map((part, index) => {
    const identity = identities[index];
    if (identity === undefined || parts.length !== identities.length) {
      throw new Error(`a split into ${parts.length} parts was given ${identities.length} task ids`);
    }
    return { ...identity, part };
  });
}

/** The original's dependants depend on all of these instead. */
export function rewire(view: ProjectView, original: TaskId, successors: readonly TaskId[]): [TaskId, TaskState][] {
  return view.dependants(original).flatMap((id): [TaskId, TaskState][] => {
    const task = view.task(id);
    if (task === undefined) return [];
    const depends_on = task.depends_on.flatMap((dependency) => (dependency === original ? successors : [dependency]));
    return [[id, { ...task, depends_on }]];
  });
}

import type { Instant, Sha, SpecTaskId, TaskId } from "../../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import { dependenciesHaveNoCycle, dependenciesResolve, idsAreUnique } from "../../spec/criteria/reference-criteria.js";
import type { ProductSpec } from "../../spec/product-spec.js";
import { readDraft } from "../../spec/spec-draft.js";
import { type ProjectState, type TaskState, untouched } from "../board/project-state.js";
import { layOutTasks, type PlacedTask } from "./layout.js";
import { nameSpecTasks, type SpecTaskNames } from "./name-spec-tasks.js";
import { renderTaskFile } from "./render-task-file.js";
import { type TaskInSpec, taskFileFromSpec, tasksInOrder } from "./spec-task-file.js";
import { fieldProblems, TaskFile } from "./task-file.js";
import type { UsedNumbers } from "./task-id.js";
import { taskIdProblems } from "./task-id-problems.js";

/** What the project needs beside the approved spec. */
export type ProjectStart = {
  readonly projectId: string;
  readonly startingSha: Sha;
  readonly branch: string;
  readonly now: Instant;
  /** Of earlier products in this repository. */
  readonly used?: UsedNumbers;
};

export type InitialProject = {
  readonly state: ProjectState;
  readonly taskFiles: readonly { readonly path: string; readonly text: string }[];
  /** The task id of every task of the spec. */
  readonly ids: Readonly<Record<SpecTaskId, TaskId>>;
};

/**
 * The whole project of an approved spec, or every reason why not; never a part of it (requirements.md#project-folders).
 */
export function initProject(spec: ProductSpec, start: ProjectStart): Outcome<InitialProject> {
  const placed = layOutTasks(spec, start.used);
  const tasks = tasksInOrder(spec).map((inSpec, order) => ({ inSpec, order, place: placeAt(placed, order) }));
  const names = new Map(
    tasks.map(({ inSpec, place }) => [inSpec.task.task_id, { taskId: place.taskId, name: inSpec.task.name }]),
  );
  const files = tasks.map(({ inSpec, place }) => readTaskFile(place, inSpec, names));
  const problems = [
    ...taskIdProblems(placed).map(({ message }) => message),
    ...referenceProblems(spec),
    ...files.flatMap((file) => file.problems),
  ];
  if (problems.length > 0) {
    const list = problems.map((problem) => `- ${problem}`).join("\n");
    return refuse("project-refused", `The project cannot be made from ${spec.spec_id}:\n${list}`, { problems });
  }
  const ids = Object.fromEntries(placed.map((place) => [place.specTaskId, place.taskId]));
  return accept({
    state: initialState(
      spec,
      start,
      Object.fromEntries(tasks.map((task) => [task.place.taskId, pendingTask(task, ids)])),
    ),
    taskFiles: files.flatMap(({ path, file }) => (file === undefined ? [] : [{ path, text: renderTaskFile(file) }])),
    ids,
  });
}

/** Third pass: can every field of the template be filled? The earlier passes have reported ids that cannot be made. */
function readTaskFile({ path, taskId }: PlacedTask, inSpec: TaskInSpec, names: SpecTaskNames) {
  const candidate = nameSpecTasks(taskFileFromSpec(taskId, inSpec), names);
  const read = TaskFile.safeParse(candidate);
  if (read.success) return { path, file: read.data, problems: [] };
  const problems = fieldProblems(read.error, candidate).filter(({ field }) => field !== "task_id");
  return { path, file: undefined, problems: problems.map(({ message }) => message) };
}

function referenceProblems(spec: ProductSpec): string[] {
  const draft = readDraft(spec);
  return [idsAreUnique, dependenciesResolve, dependenciesHaveNoCycle].flatMap((find) =>
    find(draft).map(({ message }) => message),
  );
}

function initialState(spec: ProductSpec, start: ProjectStart, tasks: ProjectState["tasks"]): ProjectState {
  return {
    schema_version: 1,
    project_id: start.projectId,
    spec_id: spec.spec_id,
    spec_version: spec.spec_version,
    updated_at: start.now,
    status: "ACTIVE",
    starting_sha: start.startingSha,
    branch: start.branch,
    tasks,
  };
}

type LaidOutTask = { readonly inSpec: TaskInSpec; readonly order: number; readonly place: PlacedTask };

function pendingTask({ inSpec, order, place }: LaidOutTask, ids: Readonly<Record<SpecTaskId, TaskId>>): TaskState {
  const upstream = (inSpec.task.depends_on ?? []).flatMap((dependency) => ids[dependency] ?? []);
  return {
    spec_task_id: inSpec.task.task_id,
    pillar: inSpec.pillar.name,
    epic: inSpec.epic.name,
    story: inSpec.story.name,
    task: inSpec.task.name,
    path: place.path,
    ...untouched(),
    depends_on: [...new Set(upstream)],
    declaration_order: order,
    priority: 0,
  };
}

function placeAt(placed: readonly PlacedTask[], order: number): PlacedTask {
  const place = placed[order];
  if (place === undefined) throw new RangeError(`no place for task ${order}: layout and spec disagree on the order`);
  return place;
}

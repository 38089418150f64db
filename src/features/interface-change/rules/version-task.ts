import type { Contract } from "../../../domain/contract/contract.js";
import { changedDimensions, difference } from "../../../domain/contract/difference.js";
import type { Dimensions } from "../../../domain/contract/dimensions.js";
import { type ModuleRef, moduleRef, parseModuleRef, type TaskId } from "../../../domain/ids.js";
import { summarizeInterface } from "../../../domain/index-entries/io-summary.js";
import { accept, type Outcome } from "../../../domain/refusal.js";
import type { AddedTask } from "../../tasks/board/add-tasks.js";
import type { ProjectState } from "../../tasks/board/project-state.js";
import { identifySplitParts } from "../../tasks/task-file/split-task.js";
import { checkTaskFile, type TaskFile } from "../../tasks/task-file/task-file.js";

/** The task that a module came from, if it is of this project; otherwise the task that requested the change. */
export function anchorOf(tasks: ProjectState["tasks"], module: ModuleRef, otherwise: TaskId): TaskId {
  const { moduleId } = parseModuleRef(module);
  const makers = Object.entries(tasks).filter(([, { module_refs, status }]) => {
    return status === "SHIPPED" && module_refs.some((ref) => parseModuleRef(ref).moduleId === moduleId);
  });
  const [newest] = makers.toSorted(([, a], [, b]) => b.declaration_order - a.declaration_order);
  return newest?.[0] ?? otherwise;
}

type Placing = {
  readonly name: string;
  /** The task whose story it joins. */
  readonly anchor: TaskId;
  readonly depends_on: readonly TaskId[];
  readonly priority: number;
};

/** Places the tasks of changes in the stories of their modules. Numbers are never used twice. */
export function placeTasks(tasks: ProjectState["tasks"], placings: readonly Placing[]): Outcome<AddedTask[]> {
  const added: AddedTask[] = [];
  const known = { ...tasks };
  for (const { name, anchor, depends_on, priority } of placings) {
    const identities = identifySplitParts(known, anchor, [name]);
    if (!identities.ok) return identities;
    const [identity] = identities.value;
    const place = tasks[anchor];
    if (identity === undefined || place === undefined) throw new TypeError(`${anchor} is not a task`);
    const { pillar, epic, story } = place;
    added.push({
      ...identity,
      spec_task_id: null,
      pillar,
      epic,
      story,
      task: name,
      depends_on: [...depends_on],
      priority,
    });
    known[identity.task_id] = { ...place, path: identity.path };
  }
  return accept(added);
}

/** The new version goes before everything that has the place of the task that waits for it. */
export function placeVersion(
  tasks: ProjectState["tasks"],
  {
    version,
    waiting,
    replaces,
  }: { readonly version: ModuleRef; readonly waiting: TaskId; readonly replaces: ModuleRef },
): Outcome<AddedTask[]> {
  const anchor = anchorOf(tasks, replaces, waiting);
  const depends_on = anchor === waiting ? [] : [anchor];
  const priority = (tasks[waiting]?.priority ?? 0) - 1;
  return placeTasks(tasks, [{ name: `Build ${version}`, anchor, depends_on, priority }]);
}

/** The task file: what is to be done is what was agreed, difference by difference. */
export function versionTaskFile(
  anchor: TaskFile,
  taskId: TaskId,
  { shipped, agreed, reason }: { readonly shipped: Contract; readonly agreed: Contract; readonly reason: string },
): Outcome<TaskFile> {
  const [before, now] = [shipped, agreed].map((of) => moduleRef(of.module_id, of.module_version));
  const criteria = [...agreedCriteria(shipped, agreed), `Keeps everything else of ${before} as it was.`];
  return fileAround(anchor, taskId, {
    name: `Build ${now}`,
    description: `Builds ${now} after ${before}, to the contract that was agreed. It was asked for because: ${reason}`,
    criteria,
    contract: agreed,
  });
}

/** The file of a task that verifies a module with a new version of its dependency. */
export function reverifyTaskFile(
  anchor: TaskFile,
  taskId: TaskId,
  { contract, shipped }: { readonly contract: Contract; readonly shipped: ModuleRef },
): Outcome<TaskFile> {
  const now = moduleRef(contract.module_id, contract.module_version);
  return fileAround(anchor, taskId, {
    name: `Verify ${now} with ${shipped}`,
    description: `${contract.name} rests on a module that has changed: it promises the same as before, built and tested with ${shipped}.`,
    criteria: [
      `Returns what it returned before, with ${shipped} below it.`,
      `Raises what it raised before, with ${shipped} below it.`,
    ],
    contract,
  });
}

/** The file of a task that moves a module off a deprecated one. */
export function migrationTaskFile(
  anchor: TaskFile,
  taskId: TaskId,
  { name, contract, order }: { readonly name: string; readonly contract: Contract; readonly order: Migration },
): Outcome<TaskFile> {
  const { module_ref: old, replacement, reason, migration_note } = order;
  return fileAround(anchor, taskId, {
    name,
    description: `${contract.name} rests on ${old}, which is deprecated: ${reason} It promises the same as before, built and tested with ${replacement}. ${migration_note}`,
    criteria: [
      `Returns what it returned before, with ${replacement} in place of ${old}.`,
      `Raises what it raised before, with ${replacement} in place of ${old}.`,
    ],
    contract,
  });
}

type Migration = {
  readonly module_ref: ModuleRef;
  readonly replacement: ModuleRef | null;
  readonly reason: string;
  readonly migration_note: string;
};

type About = {
  readonly name: string;
  readonly description: string;
  readonly criteria: readonly string[];
  readonly contract: Contract;
};

function fileAround(anchor: TaskFile, task_id: TaskId, about: About): Outcome<TaskFile> {
  const { name, description, criteria, contract } = about;
  return checkTaskFile({
    ...anchor,
    task_id,
    name,
    description,
    subtasks: criteria.map((criterion) => `Satisfy: ${criterion}`),
    acceptance_criteria: criteria,
    contract: sketchOf(contract),
    dependency_contracts: [],
    error_cases: contract.error_cases.length === 0 ? anchor.error_cases : contract.error_cases,
    amendments: [],
  });
}

function sketchOf(contract: Dimensions) {
  const lines = summarizeInterface(contract);
  return Object.fromEntries(Object.entries(lines).map(([dimension, value]) => [dimension, value.join("; ")]));
}

const VERBS = {
  inputs: ["Accepts the input", "Accepts, as agreed, the changed input", "Returns its result without the input"],
  outputs: ["Returns the output", "Returns, as agreed, the changed output", "Returns no more the output"],
  error_surfaces: ["Raises the error", "Raises, as agreed, the changed error", "Raises no more the error"],
  effects: ["Writes the effect", "Writes, as agreed, the changed effect", "Writes no more the effect"],
  modes: ["Returns in the mode", "Returns, as agreed, in the changed mode", "Returns no more in the mode"],
} as const;

function agreedCriteria(shipped: Contract, agreed: Contract): string[] {
  const changes = difference(shipped, agreed);
  return changedDimensions(changes).flatMap((dimension) => {
    const [added, modified, removed] = VERBS[dimension];
    const { added: news, modified: changed, removed: gone } = changes[dimension];
    return [
      ...news.map((name) => `${added} "${name}" of the agreed contract.`),
      ...changed.map(({ name }) => `${modified} "${name}".`),
      ...gone.map((name) => `${removed} "${name}".`),
    ];
  });
}

import type { Sop } from "../../domain/budget/sop.js";
import type { Config } from "../../domain/config/config.js";
import { CONFIG_PATH, planPath } from "../../domain/gates/state-paths.js";
import { type ModuleId, parseModuleRef, type Sha, type TaskId } from "../../domain/ids.js";
import { CodeIndexEntry, isThere } from "../../domain/index-entries/code-index-entry.js";
import { checkPlanLock, type PlanLock } from "../../domain/plan/lock.js";
import { type BuiltModule, MicroPlan, type PlannedModule } from "../../domain/plan/micro-plan.js";
import { inFile, type Outcome, orThrow, refuse } from "../../domain/refusal.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { RepositoryRef, TreeEntry } from "../../engine/ports.js";
import type { TaskWork } from "../../features/modules/task-work.js";
import type { Seal } from "../../features/seals/seal.js";
import { ShipEvidence } from "../../features/shipping/ship-evidence.js";
import type { TaskState } from "../../features/tasks/board/project-state.js";
import { parseTaskFile } from "../../features/tasks/task-file/parse-task-file.js";
import type { TaskFile } from "../../features/tasks/task-file/task-file.js";
import { isSopFile, readSops } from "../../gates/factory/read-sops.js";
import { readConfig } from "../../yaml/read-config.js";
import { readYaml } from "../../yaml/yaml.js";
import type { JobPorts } from "./job-ports.js";
import { missingOnState, missingRecord } from "./missing-file.js";

/** One commit's files, readable by path. */
export type Tree = {
  readonly commit: Sha;
  readonly entries: readonly TreeEntry[];
  readonly blobs: ReadonlyMap<string, Sha>;
  read(path: string): Promise<string | undefined>;
  /** Many at once, which costs fewer requests. Missing files and binaries are left out. */
  readMany(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
};

/** All facts about a task on the state branch and on its own branch. */
export type TaskReading = {
  readonly state: FactoryState;
  readonly stateHead: Sha;
  readonly taskId: TaskId;
  readonly task: TaskState;
  readonly work: TaskWork;
  readonly config: Config;
  readonly taskFile: TaskFile;
  /** The task's branch at our own last commit. */
  readonly tree: Tree;
  readonly plan: MicroPlan | null;
  readonly index: readonly CodeIndexEntry[];
  readonly seals: readonly Seal[];
  readonly sops: readonly Sop[];
  /** Files of the state branch; missing ones are left out. */
  stored(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
};

/** Undefined if the task is not in progress any more. */
export async function readTask(
  repository: RepositoryRef,
  taskId: TaskId,
  { state: store, reader }: Pick<JobPorts, "state" | "reader">,
): Promise<TaskReading | undefined> {
  const loaded = await store.load(repository);
  if (loaded.kind !== "loaded") return undefined;
  const { state, head: stateHead } = loaded;
  const task = state.project?.tasks[taskId];
  const work = state.work[taskId];
  if (task === undefined || work === undefined || work.head === null) return undefined;
  const stored = (paths: readonly string[]) => store.read(repository, stateHead, paths);
  const [files, tree] = await Promise.all([
    stored([task.path, ...(work.plan === null ? [] : [planPath(taskId)])]),
    readTree(repository, work.head, reader),
  ]);
  const taskText = files.get(task.path);
  if (taskText === undefined) throw missingOnState(task.path);
  const planText = files.get(planPath(taskId));
  const index = await readIndex(tree);
  return {
    state,
    stateHead,
    taskId,
    task,
    work,
    config: await configIn(tree),
    taskFile: orThrow(inFile(task.path, parseTaskFile(taskText))),
    tree,
    plan: work.plan === null ? null : orThrow(lockedPlan(planPath(taskId), planText, work.plan)),
    index,
    seals: await readSeals(tree, index),
    sops: await sopsIn(tree),
    stored,
  };
}

/** A manual edit on the state branch stops the work, because that plan was not validated. */
function lockedPlan(path: string, text: string | undefined, lock: PlanLock): Outcome<MicroPlan> {
  if (text === undefined) return refuse("file-missing", `${path} is gone; restore it from the history.`, { path });
  const plan = readYaml(path, text, MicroPlan);
  return plan.ok ? inFile(path, checkPlanLock(lock, plan.value)) : plan;
}

export async function readTree(repository: RepositoryRef, commit: Sha, reader: JobPorts["reader"]): Promise<Tree> {
  const entries = await reader.tree(repository, commit);
  const blobs = new Map(entries.map(({ path, blob }) => [path, blob]));
  const files = new Map(entries.map((entry) => [entry.path, entry]));
  return {
    commit,
    entries,
    blobs,
    async read(path) {
      const blob = blobs.get(path);
      return blob === undefined ? undefined : reader.blob(repository, blob);
    },
    async readMany(paths) {
      const there = paths.flatMap((path) => files.get(path) ?? []);
      const texts = await reader.blobs(repository, there);
      return new Map(
        there.flatMap(({ path, blob }) => {
          const text = texts.get(blob);
          return typeof text === "string" ? [[path, text] as const] : [];
        }),
      );
    },
  };
}

export async function configIn(tree: Tree): Promise<Config> {
  return orThrow(readConfig(await tree.read(CONFIG_PATH)));
}

export async function readIndex(tree: Tree): Promise<CodeIndexEntry[]> {
  const isEntry = (path: string) => /^\.factory\/code-index\/[^/]+\.yml$/.test(path);
  return readAll(tree, isEntry, (path, text) => orThrow(readYaml(path, text, CodeIndexEntry)));
}

/** Each shipped version's own evidence has its seals. */
export async function readSeals(tree: Tree, index: readonly CodeIndexEntry[]): Promise<Seal[]> {
  const there = index.filter(isThere);
  const texts = await tree.readMany(there.map(({ ship_ref }) => ship_ref));
  return there.map(({ module_id, version, ship_ref }) => {
    const text = texts.get(ship_ref);
    if (text === undefined) throw missingRecord(ship_ref);
    const evidence = orThrow(readYaml(ship_ref, text, ShipEvidence));
    return { module_ref: `${module_id}@${version}`, files: evidence.sealed_files };
  });
}

async function sopsIn(tree: Tree): Promise<readonly Sop[]> {
  return orThrow(readSops(new Map(await readAll(tree, isSopFile, (path, text) => [path, text]))));
}

async function readAll<T>(
  tree: Tree,
  isRequested: (path: string) => boolean,
  read: (path: string, text: string) => T,
): Promise<T[]> {
  const paths = tree.entries.map(({ path }) => path).filter(isRequested);
  const texts = await tree.readMany(paths);
  return paths.map((path) => {
    const text = texts.get(path);
    if (text === undefined) throw new Error(`${path} is listed and cannot be read`);
    return read(path, text);
  });
}

export function isBuilt(module: PlannedModule): module is BuiltModule {
  return module.reuse_decision === "CREATE_NEW";
}

/** The module of the plan that is to be built. */
export function plannedModule({ plan, taskId }: TaskReading, id: ModuleId): BuiltModule {
  const module = plan?.modules.find(({ module_id }) => module_id === id);
  if (module === undefined || !isBuilt(module))
    throw new Error(`${id} is not a module that the plan of ${taskId} builds`);
  return module;
}

export function isVersionOf(ref: string, id: ModuleId): boolean {
  return parseModuleRef(ref).moduleId === id;
}

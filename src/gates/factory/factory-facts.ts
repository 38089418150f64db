import { z } from "zod";
import type { Config } from "../../domain/config/config.js";
import type { GateRequest } from "../../domain/gates/gate-request.js";
import { ModuleLock, ModuleShipped, RedEvidence } from "../../domain/gates/module-lock.js";
import { BASELINE_PATH, CONFIG_PATH, moduleStatePath, planPath, STATE_PATH } from "../../domain/gates/state-paths.js";
import { type ModuleId, parseModuleRef, type TaskId } from "../../domain/ids.js";
import { type BuiltModule, MicroPlan } from "../../domain/plan/micro-plan.js";
import { accept, inFile, type Outcome, refuse } from "../../domain/refusal.js";
import { TestBaseline } from "../../domain/validation/baseline.js";
import { parseTaskFile } from "../../features/tasks/task-file/parse-task-file.js";
import type { TaskFile } from "../../features/tasks/task-file/task-file.js";
import type { FileTree } from "../../languages/file-tree.js";
import { readConfig } from "../../yaml/read-config.js";
import type { Checkout } from "../checkout/open-checkout.js";
import { readOptional, readRequired } from "./read-file.js";
import { readShipped, type Shipped } from "./read-shipped.js";

/** The three commits of a run. */
export type FactoryCheckouts = { readonly head: Checkout; readonly base: Checkout; readonly state: Checkout };

/** The state of one module; `red` exists once red was shown. */
export type ModuleFacts = {
  readonly module: BuiltModule;
  readonly contract: unknown;
  readonly lock: ModuleLock | null;
  readonly red: RedEvidence | null;
  /** The modules of the task that have shipped on the branch. */
  readonly shippedInTask: ModuleShipped["files"];
};

/**
 * Everything that a run reads before it judges: plan and locks from the state, configuration from the base
 * (decisions.md#gate-runs-start-on-the-default-branch).
 */
export type FactoryFacts = {
  readonly config: Config;
  readonly shipped: Shipped;
  readonly baseline: TestBaseline | null;
  readonly plan: MicroPlan | null;
  readonly task: TaskFile | null;
  readonly module: ModuleFacts | null;
};

export function readFactoryFacts(request: GateRequest, checkouts: FactoryCheckouts): Outcome<FactoryFacts> {
  const { base, state } = { base: checkouts.base.tree, state: checkouts.state.tree };
  const config = readConfig(base.read(CONFIG_PATH));
  if (!config.ok) return config;
  const shipped = readShipped(base);
  if (!shipped.ok) return shipped;
  const baseline = readOptional(state, BASELINE_PATH, TestBaseline);
  if (!baseline.ok) return baseline;
  const common = { config: config.value, shipped: shipped.value, baseline: baseline.value ?? null };
  if (request.task === null) return accept({ ...common, plan: null, task: null, module: null });
  const plan = readRequired(state, planPath(request.task), MicroPlan);
  if (!plan.ok) return plan;
  const task = readTask(state, request.task);
  if (!task.ok) return task;
  if (request.module === null) return accept({ ...common, plan: plan.value, task: task.value, module: null });
  const module = readModule(checkouts, { task: request.task, ref: request.module, plan: plan.value });
  return module.ok ? accept({ ...common, plan: plan.value, task: task.value, module: module.value }) : module;
}

/** Loose, because the App that wrote the state may be newer than this action. */
const StateWithTasks = z.looseObject({
  project: z.looseObject({ tasks: z.record(z.string(), z.looseObject({ path: z.string() })) }),
});

function readTask(state: FileTree, task: TaskId): Outcome<TaskFile> {
  const read = readRequired(state, STATE_PATH, StateWithTasks);
  if (!read.ok) return read;
  const path = read.value.project.tasks[task]?.path;
  if (path === undefined) return refuse("task-unknown", `${STATE_PATH} knows no task ${task}`);
  const text = state.read(path);
  return text === undefined
    ? refuse("file-missing", `${path} is not in the state commit`)
    : inFile(path, parseTaskFile(text));
}

function readModule(
  { state, head }: FactoryCheckouts,
  { task, ref, plan }: { readonly task: TaskId; readonly ref: string; readonly plan: MicroPlan },
): Outcome<ModuleFacts> {
  const { moduleId, version } = parseModuleRef(ref);
  const module = plan.modules.find((candidate) => candidate.module_id === moduleId);
  if (module === undefined) return refuse("module-unknown", `the plan of ${task} has no module ${ref}`);
  if (module.reuse_decision !== "CREATE_NEW") return refuse("module-reused", `${ref} is reused: it has no gates`);
  const read = <S extends z.ZodType>(file: "contract.yml" | "lock.yml" | "red.yml", schema: S) =>
    readOptional(state.tree, moduleStatePath(task, moduleId, file), schema);
  const lock = read("lock.yml", ModuleLock);
  if (!lock.ok) return lock;
  const red = read("red.yml", RedEvidence);
  if (!red.ok) return red;
  const contract = readContractValue({ state, head }, task, moduleId, version);
  if (!contract.ok) return contract;
  const shipped = readShippedInTask(state.tree, task, plan);
  if (!shipped.ok) return shipped;
  return accept({
    module,
    contract: contract.value,
    lock: lock.value ?? null,
    red: red.value ?? null,
    shippedInTask: shipped.value,
  });
}

/** The modules of the task, this one included, that have shipped on its branch so far. */
function readShippedInTask(state: FileTree, task: TaskId, plan: MicroPlan): Outcome<ModuleShipped["files"]> {
  const files: ModuleShipped["files"] = [];
  for (const { module_id, reuse_decision } of plan.modules) {
    if (reuse_decision !== "CREATE_NEW") continue;
    const shipped = readOptional(state, moduleStatePath(task, module_id, "shipped.yml"), ModuleShipped);
    if (!shipped.ok) return shipped;
    files.push(...(shipped.value?.files ?? []));
  }
  return accept(files);
}

/** The contract in the state counts. Before there is one, the contract on the branch is judged. */
function readContractValue(
  { state, head }: Pick<FactoryCheckouts, "state" | "head">,
  task: TaskId,
  module: ModuleId,
  version: string,
): Outcome<unknown> {
  const stored = readOptional(state.tree, moduleStatePath(task, module, "contract.yml"), z.unknown());
  if (!stored.ok || stored.value !== undefined) return stored;
  return readOptional(head.tree, `.factory/modules/${module}/${version}/contract.yml`, z.unknown());
}

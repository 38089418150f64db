import { type ModuleId, type ModuleRef, parseModuleRef, type TaskId } from "../ids.js";

/** Where the loop writes, on the state branch, what a gate run reads there: one place, so that both agree. */
export const STATE_PATH = ".factory/state.yml";
export const BASELINE_PATH = ".factory/baseline.yml";

/** Read at the base commit, never at the head (decisions.md#gate-runs-start-on-the-default-branch). */
export const CONFIG_PATH = ".factory/config.yml";

/** The files that stand for one module of a task: its contract as locked, the lock itself, the proof of red, what shipped. */
export type ModuleStateFile = "contract.yml" | "lock.yml" | "red.yml" | "shipped.yml";

export function taskFolder(task: TaskId): string {
  return `.factory/tasks/${task}`;
}

/** The task's locked micro plan. */
export function planPath(task: TaskId): string {
  return `${taskFolder(task)}/plan.yml`;
}

/** A module by its id or its reference: a task builds one version of a module, so the id alone names the folder. */
export function moduleStatePath(task: TaskId, module: ModuleId | ModuleRef, file: ModuleStateFile): string {
  const id = module.includes("@") ? parseModuleRef(module).moduleId : module;
  return `${taskFolder(task)}/modules/${id}/${file}`;
}

import { type ModuleId, type ModuleRef, parseModuleRef, type TaskId } from "../ids.js";

/** Paths on the state branch that the loop writes and a gate run reads. They are defined once, so that both agree. */
export const STATE_PATH = ".factory/state.yml";
export const BASELINE_PATH = ".factory/baseline.yml";

/** The events that led to the state in the same commit of the state branch. */
export const EVENTS_PATH = ".factory/events.yml";

/**
 * The configuration, written by the repository's owner. Its presence on the default branch is the consent. A gate run reads
 * it at the base commit, never at the head (decisions.md#gate-runs-start-on-the-default-branch).
 */
export const CONFIG_PATH = ".factory/config.yml";

/** The files of one module of a task: its locked contract, the lock, the proof of red, and what shipped. */
export type ModuleStateFile = "contract.yml" | "lock.yml" | "red.yml" | "shipped.yml";

export function taskFolder(task: TaskId): string {
  return `.factory/tasks/${task}`;
}

/** The task's locked micro plan. */
export function planPath(task: TaskId): string {
  return `${taskFolder(task)}/plan.yml`;
}

/**
 * A module by its id or its reference. A task builds one version of a module, so the id is enough for the folder's
 * name.
 */
export function moduleStatePath(task: TaskId, module: ModuleId | ModuleRef, file: ModuleStateFile): string {
  const id = module.includes("@") ? parseModuleRef(module).moduleId : module;
  return `${taskFolder(task)}/modules/${id}/${file}`;
}

import { moduleStatePath } from "../../domain/gates/state-paths.js";
import type { TaskId } from "../../domain/ids.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { answerPath, examplesStatePath } from "./artifacts/artifact-paths.js";
import type { ModuleWork } from "./module-work.js";
import { moduleIdOf, type TaskWork } from "./task-work.js";

/** The tasks in progress, by the state alone. */
export function workInProgress({ work, project }: FactoryState): [TaskId, TaskWork][] {
  return Object.entries(work).filter(([task]) => project?.tasks[task]?.status === "IN_PROGRESS");
}

/** Whether modules are being built. When a fix has been read, they go on in the same commit. */
export function isBuilding({ stage }: TaskWork): boolean {
  return stage.stage === "building" || stage.stage === "reading-fix";
}

/** What the modules in work go by: answers, and what an open question is about. */
export function workPaths(state: FactoryState): string[] {
  return workInProgress(state).flatMap(([task, work]) =>
    isBuilding(work) ? work.modules.flatMap((module) => modulePaths(task, module)) : [],
  );
}

function modulePaths(task: TaskId, module: ModuleWork): string[] {
  const { step } = module;
  switch (step.step) {
    case "committing":
    case "shipping":
    case "gating":
      return [answerPath(task, step.question)];
    case "awaiting-amendment":
      return specificationPaths(task, module);
    case "waiting":
      // Its turn may come in the same commit as the one before it ends; what was answered ahead is committed then.
      return module.ahead?.outcome.kind === "specified" ? [answerPath(task, module.ahead.question)] : [];
    case "asking":
      return step.activity === "specify" || step.activity === "implement" ? [] : specificationPaths(task, module);
    default:
      return [];
  }
}

/** Contract, examples and tests of a module. */
export function specificationPaths(task: TaskId, module: ModuleWork): string[] {
  const id = moduleIdOf(module);
  const tests = module.specified_in === undefined ? [] : [answerPath(task, module.specified_in)];
  return [moduleStatePath(task, id, "contract.yml"), examplesStatePath(task, id), ...tests];
}

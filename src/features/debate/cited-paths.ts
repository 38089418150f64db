import type { TaskId } from "../../domain/ids.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { ModuleWork } from "../modules/module-work.js";
import { specificationPaths } from "../modules/work-query.js";

/**
 * Whether a review points to the lines that it cites: while the question that follows it is open, or because the task halted.
 * A review that is posted later names them only.
 */
export function isCited({ project }: FactoryState, task: TaskId, { step, trail }: ModuleWork): boolean {
  if (trail.challenges.length === 0) return false;
  if (project?.tasks[task]?.status === "HALTED") return true;
  return step.step === "asking" && step.activity !== "specify" && step.activity !== "implement";
}

/** The files with those lines, where they are there. */
export function citedPaths(state: FactoryState): string[] {
  return Object.entries(state.work).flatMap(([task, { modules }]) =>
    modules.filter((module) => isCited(state, task, module)).flatMap((module) => specificationPaths(task, module)),
  );
}

import { DRAFT_PATH } from "../../domain/factory/artifacts.js";
import type { FactoryState } from "../../domain/factory/factory-state.js";
import { moduleStatePath } from "../../domain/gates/state-paths.js";
import type { TaskId } from "../../domain/ids.js";
import { answerPath, examplesStatePath, gateReportPath } from "../../domain/work/artifact-paths.js";
import type { GatesAwaited } from "../../domain/work/gates-awaited.js";
import type { ModuleWork } from "../../domain/work/module-work.js";
import { moduleIdOf, type TaskWork } from "../../domain/work/task-work.js";
import { decisionPaths } from "../decisions/decision-paths.js";
import { releasePaths } from "../release/release-wanted.js";

/** The files of the state branch that a decision in this state may look at, and no others. */
export function storedPaths(state: FactoryState): string[] {
  const { product, project, work } = state;
  const draft = ["awaiting-approval", "approved", "quick"].includes(product?.phase ?? "") ? [DRAFT_PATH] : [];
  const tasks = Object.entries(project?.tasks ?? {}).flatMap(([id, task]) => {
    if (task.status === "HALTED" || task.status === "BLOCKED") return decisionPaths(state, id, task);
    if (task.status !== "IN_PROGRESS") return [];
    const inWork = work[id];
    const own = task.pull_request === null || inWork?.stage.stage === "opening" ? [task.path] : [];
    return inWork === undefined ? own : [...own, ...workPaths(id, inWork)];
  });
  return [...new Set([...(project === null ? draft : []), ...tasks, ...releasePaths(state)])];
}

function workPaths(task: TaskId, { stage, modules }: TaskWork): string[] {
  if (stage.stage === "merging") return reportPaths(task, stage.gates);
  return stage.stage === "building" ? modules.flatMap((module) => modulePaths(task, module)) : [];
}

function modulePaths(task: TaskId, module: ModuleWork): string[] {
  const { step, concluded } = module;
  const reports = concluded === null || step.step === "shipped" ? [] : reportPaths(task, concluded);
  switch (step.step) {
    case "committing":
    case "shipping":
      return [...reports, answerPath(task, step.question)];
    case "gating":
      return [
        ...reports,
        answerPath(task, step.question),
        ...(step.colour === "red" ? specification(task, module) : []),
      ];
    case "asking":
      return step.move === "specify" || step.move === "implement"
        ? reports
        : [...reports, ...specification(task, module)];
    default:
      return reports;
  }
}

function specification(task: TaskId, module: ModuleWork): string[] {
  const id = moduleIdOf(module);
  return [moduleStatePath(task, id, "contract.yml"), examplesStatePath(task, id)];
}

function reportPaths(task: TaskId, { nonces }: GatesAwaited): string[] {
  return [gateReportPath(task, nonces.judge), gateReportPath(task, nonces.execute)];
}

import type { GateRequest } from "../../domain/gates/gate-request.js";
import { moduleStatePath, planPath } from "../../domain/gates/state-paths.js";
import type { Sha, TaskId } from "../../domain/ids.js";
import { taskBranch } from "../../engine/branches.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { gateRequests } from "../gate-runs/gates-awaited.js";
import { resolveRequest } from "../packages/packages-work.js";
import { answerPath, examplesStatePath, gateReportPath, reportPaths } from "./artifact-paths.js";
import type { ModuleWork } from "./module-work.js";
import { moduleIdOf, type TaskWork } from "./task-work.js";

/** The runs whose end is waited for. */
export function awaitedRuns(state: FactoryState): GateRequest[] {
  return inProgress(state).flatMap(([task, { stage, modules }]): GateRequest[] => {
    if (stage.stage === "integrating")
      return stage.gates === null ? [] : gateRequests(stage.gates, { task, module: null });
    if (stage.stage === "resolving") return stage.at.step === "running" ? [resolveRequest(stage.at.run, task)] : [];
    return modules.flatMap(({ step, module_ref }) =>
      step.step === "gating" && step.gates !== null ? gateRequests(step.gates, { task, module: module_ref }) : [],
    );
  });
}

/** The bases on which complete branches are judged. */
export function judgedOn({ work, project }: FactoryState, prefix: string): Record<string, Sha> {
  const complete = Object.entries(work).flatMap(([id, { stage }]) => {
    const task = project?.tasks[id];
    if (task === undefined || (stage.stage !== "integrating" && stage.stage !== "merging")) return [];
    return [[taskBranch(prefix, id, task), stage.base] as const];
  });
  return Object.fromEntries(complete);
}

/** What the tasks in work go by: reports, answers and plans. */
export function workPaths(state: FactoryState): string[] {
  return inProgress(state).flatMap(([task, work]) => pathsOf(task, work));
}

function inProgress({ work, project }: FactoryState): [TaskId, TaskWork][] {
  return Object.entries(work).filter(([task]) => project?.tasks[task]?.status === "IN_PROGRESS");
}

function pathsOf(task: TaskId, { stage, modules, integrated, head }: TaskWork): string[] {
  if (stage.stage === "merging") return [...reportPaths(task, stage.gates), planPath(task)];
  // Admitted and committed in one commit: the report is there when the judgement comes back.
  if (stage.stage === "resolving")
    return stage.at.step === "judging" || stage.at.step === "committing"
      ? [gateReportPath(task, stage.at.run.nonce)]
      : [];
  // When a fix has been read, the modules go on in the same commit: what one of them has answered is committed then.
  if (stage.stage !== "building" && stage.stage !== "reading-fix") return [];
  const ofBranch = integrated?.head_sha === head ? [integrated] : [];
  return [
    ...modules.flatMap((module) => modulePaths(task, module)),
    ...ofBranch.flatMap((gates) => reportPaths(task, gates)),
  ];
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
        ...(step.colour === "red" ? specificationPaths(task, module) : []),
      ];
    case "awaiting-amendment":
      return [...reports, ...specificationPaths(task, module)];
    case "waiting":
      // Its turn may come in the same commit as the one before it ends; what was answered ahead is committed then.
      return module.ahead?.outcome.kind === "specified"
        ? [...reports, answerPath(task, module.ahead.question)]
        : reports;
    case "asking":
      return step.move === "specify" || step.move === "implement"
        ? reports
        : [...reports, ...specificationPaths(task, module)];
    default:
      return reports;
  }
}

/** Contract, examples and tests of a module. */
export function specificationPaths(task: TaskId, module: ModuleWork): string[] {
  const id = moduleIdOf(module);
  const tests = module.specified_in === undefined ? [] : [answerPath(task, module.specified_in)];
  return [moduleStatePath(task, id, "contract.yml"), examplesStatePath(task, id), ...tests];
}

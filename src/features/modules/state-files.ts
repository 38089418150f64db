import { moduleStatePath, planPath } from "../../domain/gates/state-paths.js";
import type { TaskId } from "../../domain/ids.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { conventionPaths } from "../debate/convention-files.js";
import { decisionPaths } from "../halts/decision-paths.js";
import { changePaths } from "../interface-change/change-paths.js";
import { releasePaths } from "../release/release-query.js";
import { DRAFT_PATH } from "../spec/draft-paths.js";
import type { TaskState } from "../tasks/board/project-state.js";
import { contractPaths } from "../tasks/dispatched-task-file.js";
import { answerPath, examplesStatePath, gateReportPath, reportPaths } from "./artifact-paths.js";
import type { ModuleWork } from "./module-work.js";
import { moduleIdOf, type TaskWork } from "./task-work.js";

/**
 * Files of the state branch that a decision reads if they exist: contracts for a task's file until its work starts, and
 * files that the review of a halted task cites.
 */
export function optionalStateFiles(state: FactoryState): string[] {
  const tasks = Object.entries(state.project?.tasks ?? {});
  const optional = tasks.flatMap(([id, task]) => [
    ...(isBeginning(state, id, task) ? contractPaths(state, id) : []),
    ...(task.status === "HALTED" ? citedPaths(id, state.work[id]) : []),
  ]);
  return [...new Set(optional)];
}

function citedPaths(task: TaskId, work: TaskWork | undefined): string[] {
  const challenged = work?.modules.filter(({ trail }) => trail.challenges.length > 0) ?? [];
  return challenged.flatMap((module) => specification(task, module));
}

/** Files of the state branch that a decision in this state must read. */
export function requiredStateFiles(state: FactoryState): string[] {
  const { product, project, work } = state;
  const draft = ["awaiting-approval", "approved", "quick"].includes(product?.phase ?? "") ? [DRAFT_PATH] : [];
  const tasks = Object.entries(project?.tasks ?? {}).flatMap(([id, task]) => {
    if (task.status === "HALTED" || task.status === "BLOCKED") return decisionPaths(state, id, task);
    if (task.status !== "IN_PROGRESS") return [];
    const inWork = work[id];
    const own = isFileDue(state, id, task) ? [task.path] : [];
    return inWork === undefined ? own : [...own, ...workPaths(id, inWork), ...remarkPaths(state, id, inWork)];
  });
  return [
    ...new Set([
      ...(project === null ? draft : []),
      ...tasks,
      ...changePaths(state),
      ...releasePaths(state),
      ...conventionPaths(state),
    ]),
  ];
}

/** Until its work starts, a task's own file is what is committed next. */
function isBeginning({ work }: FactoryState, id: TaskId, { status, pull_request }: TaskState): boolean {
  return status === "IN_PROGRESS" && (pull_request === null || work[id]?.stage.stage === "opening");
}

/** Whether the task file is committed next: as the first commit, or after a person changed the task. */
function isFileDue(state: FactoryState, id: TaskId, task: TaskState): boolean {
  return isBeginning(state, id, task) || state.work[id]?.put_back !== undefined;
}

function workPaths(task: TaskId, { stage, modules, integrated, head }: TaskWork): string[] {
  if (stage.stage === "merging") return [...reportPaths(task, stage.gates), planPath(task)];
  // Admitted and committed in one commit: the report must be there when the judgement comes back.
  if (stage.stage === "resolving")
    return stage.at.step === "judging" || stage.at.step === "committing"
      ? [gateReportPath(task, stage.at.run.nonce)]
      : [];
  // When a fix was read, the modules continue in the same commit, with the answers that they already have.
  if (stage.stage !== "building" && stage.stage !== "reading-fix") return [];
  const ofBranch = integrated?.head_sha === head ? [integrated] : [];
  return [
    ...modules.flatMap((module) => modulePaths(task, module)),
    ...ofBranch.flatMap((gates) => reportPaths(task, gates)),
  ];
}

/**
 * The plan tells which module owns the file of a remark. It is read if a remark waits, or may arrive before approved
 * work ships.
 */
function remarkPaths({ remarks }: FactoryState, task: TaskId, { plan, modules }: TaskWork): string[] {
  const matters =
    remarks.some(({ task_id }) => task_id === task) || modules.some(({ step }) => step.step === "approved");
  return plan !== null && matters ? [planPath(task)] : [];
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
    case "awaiting-amendment":
      return [...reports, ...specification(task, module)];
    case "waiting":
      // Its turn may come in the same commit in which the module before it ends; then its answer is committed.
      return module.ahead?.outcome.kind === "specified"
        ? [...reports, answerPath(task, module.ahead.question)]
        : reports;
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
  const tests = module.specified_in === undefined ? [] : [answerPath(task, module.specified_in)];
  return [moduleStatePath(task, id, "contract.yml"), examplesStatePath(task, id), ...tests];
}

import { Contract } from "../../domain/contract/contract.js";
import { GateReport } from "../../domain/gates/gate-report.js";
import { ModuleLock, RedEvidence } from "../../domain/gates/module-lock.js";
import { moduleStatePath } from "../../domain/gates/state-paths.js";
import type { ModuleId, TaskId } from "../../domain/ids.js";
import { orThrow } from "../../domain/refusal.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { Situation } from "../../engine/situation.js";
import { readYaml, writeYaml } from "../../yaml/yaml.js";
import { amendmentFiles } from "../amendments/amendment-files.js";
import { textAt } from "../gate-runs/red-lock.js";
import { escalationFile } from "../halts/detect-halt.js";
import { dispatchedTaskFile } from "../tasks/dispatched-task-file.js";
import { gateReportPath, progressPath } from "./artifact-paths.js";
import type { RedLock } from "./module-work.js";
import { moduleIdOf, TaskWork } from "./task-work.js";

type WorkMoved = Extract<FactoryEvent, { kind: "work-moved" }>;

/** What is written down about a task in work, and all of its work when it ships. */
export function workFilesOf(situation: Situation, event: FactoryEvent): FileToWrite[] {
  if (event.kind === "work-moved") return workFiles(situation, event);
  if (event.kind === "project-moved" && event.move.kind === "task-shipped")
    return filedWork(situation.state, event.move.task_id);
  return [];
}

/** The files that belong to what was noticed: reports, locks and cards go into the same commit. */
export function workFiles(situation: Situation, { task_id, move }: WorkMoved): FileToWrite[] {
  const { state, stateHead, now } = situation;
  switch (move.kind) {
    case "work-opened":
      return openedFile(situation, task_id);
    case "gates-concluded":
      return [
        ...reports(situation, task_id, move.module_id),
        ...(move.lock === null || move.module_id === null
          ? []
          : lockFiles(situation, task_id, move.module_id, move.lock)),
      ];
    case "resolve-reported":
      return reportFile(situation, task_id, move.nonce);
    case "integration-returned":
      return reports(situation, task_id, null);
    case "work-failed":
      return reports(situation, task_id, move.gates_of ?? null);
    case "work-halted":
      if (stateHead === null) throw new TypeError("a task halts only when there is a state");
      return [
        escalationFile({ state, taskId: task_id, cause: move.cause, escalationId: move.escalation, stateHead, now }),
      ];
    case "amendment-accepted":
    case "amendment-rejected":
      return amendmentFiles(situation, task_id, move);
    default:
      return [];
  }
}

/** As it was committed to the branch that the work begins on: whoever is asked about the task from now on is given this. */
function openedFile(situation: Situation, task: TaskId): FileToWrite[] {
  const path = situation.state.project?.tasks[task]?.path;
  const text = dispatchedTaskFile(situation, task);
  if (path === undefined || text === undefined || situation.files.get(path) === text) return [];
  return [{ path, text }];
}

/** The work of a task that has ended leaves the state and stays beside the task. */
function filedWork({ work }: FactoryState, task: TaskId): FileToWrite[] {
  const ended = work[task];
  return ended === undefined ? [] : [{ path: progressPath(task), text: writeYaml(ended, TaskWork) }];
}

/** The reports that concluded these gates, as they were taken. */
function reports({ state, observed }: Situation, task: TaskId, moduleId: ModuleId | null): FileToWrite[] {
  const work = state.work[task];
  const module = work?.modules.find((candidate) => moduleIdOf(candidate) === moduleId);
  const ofModule = module?.step.step === "gating" ? module.step.gates : null;
  const ofBranch = work?.stage.stage === "integrating" ? work.stage.gates : null;
  const gates = moduleId === null ? ofBranch : ofModule;
  if (gates === null) return [];
  return [gates.nonces.judge, gates.nonces.execute].flatMap((nonce) => reportFile({ observed }, task, nonce));
}

function reportFile({ observed }: Pick<Situation, "observed">, task: TaskId, nonce: string): FileToWrite[] {
  const run = observed.gateRuns.find((candidate) => candidate.nonce === nonce);
  if (run?.state !== "reported") return [];
  return [{ path: gateReportPath(task, nonce), text: writeYaml(run.report, GateReport) }];
}

/** What later runs hold the work against: the content that was red, and how each test failed. */
function lockFiles({ files, observed, state }: Situation, task: TaskId, module: ModuleId, red: RedLock): FileToWrite[] {
  const path = moduleStatePath(task, module, "contract.yml");
  const { files: manifest } = orThrow(readYaml(path, textAt(files, path), Contract));
  const { contract_blob, test_blob, examples_blob } = red;
  const work = state.work[task]?.modules.find((candidate) => moduleIdOf(candidate) === module);
  const nonce = work?.step.step === "gating" ? work.step.gates?.nonces.execute : undefined;
  const run = observed.gateRuns.find((candidate) => candidate.nonce === nonce);
  if (nonce === undefined || run?.state !== "reported") throw new TypeError("red is locked by the run that showed it");
  const lock = { contract_blob, test_blob, examples_blob, manifest };
  const evidence = { contract_run: nonce, head_sha: red.head, tests: run.report.tests };
  return [
    { path: moduleStatePath(task, module, "lock.yml"), text: writeYaml(lock, ModuleLock) },
    { path: moduleStatePath(task, module, "red.yml"), text: writeYaml(evidence, RedEvidence) },
  ];
}

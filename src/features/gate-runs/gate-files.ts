import { Contract } from "../../domain/contract/contract.js";
import { GateReport } from "../../domain/gates/gate-report.js";
import { ModuleLock, RedEvidence } from "../../domain/gates/module-lock.js";
import { moduleStatePath } from "../../domain/gates/state-paths.js";
import type { ModuleId, TaskId } from "../../domain/ids.js";
import { orThrow } from "../../domain/refusal.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { readYaml, writeYaml } from "../../yaml/yaml.js";
import { gateReportPath } from "../modules/artifacts/artifact-paths.js";
import type { RedLock } from "../modules/module-work.js";
import { moduleIdOf } from "../modules/task-work.js";
import { textAt } from "./red-lock.js";

/** The reports that ended gates, and what red locks, in the commit of the event. */
export function gateFiles(situation: Situation, event: FactoryEvent): FileToWrite[] {
  if (event.kind !== "work-updated") return [];
  const { task_id, event: workEvent } = event;
  switch (workEvent.kind) {
    case "gates-concluded":
      return [
        ...reports(situation, task_id, workEvent.module_id),
        ...(workEvent.lock === null || workEvent.module_id === null
          ? []
          : lockFiles(situation, task_id, workEvent.module_id, workEvent.lock)),
      ];
    case "integration-returned":
      return reports(situation, task_id, null);
    case "work-failed":
      return reports(situation, task_id, workEvent.gates_of ?? null);
    default:
      return [];
  }
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

export function reportFile({ observed }: Pick<Situation, "observed">, task: TaskId, nonce: string): FileToWrite[] {
  const run = observed.gateRuns.find((candidate) => candidate.nonce === nonce);
  if (run?.state !== "reported") return [];
  return [{ path: gateReportPath(task, nonce), text: writeYaml(run.report, GateReport) }];
}

/** What later runs hold the work against: the content that was red, and how each test failed. */
function lockFiles({ files, observed, state }: Situation, task: TaskId, module: ModuleId, red: RedLock): FileToWrite[] {
  const path = moduleStatePath(task, module, "contract.yml");
  const { files: manifest } = orThrow(readYaml(path, textAt(files, path), Contract));
  const { contract_blob, test_blob, examples_blob, support_blobs } = red;
  const work = state.work[task]?.modules.find((candidate) => moduleIdOf(candidate) === module);
  const nonce = work?.step.step === "gating" ? work.step.gates?.nonces.execute : undefined;
  const run = observed.gateRuns.find((candidate) => candidate.nonce === nonce);
  if (nonce === undefined || run?.state !== "reported") throw new TypeError("red is locked by the run that showed it");
  const support = support_blobs === undefined ? {} : { support_blobs };
  const lock = { contract_blob, test_blob, examples_blob, ...support, manifest };
  const evidence = { contract_run: nonce, head_sha: red.head, tests: run.report.tests };
  return [
    { path: moduleStatePath(task, module, "lock.yml"), text: writeYaml(lock, ModuleLock) },
    { path: moduleStatePath(task, module, "red.yml"), text: writeYaml(evidence, RedEvidence) },
  ];
}

import { Contract } from "../domain/contract/contract.js";
import { difference } from "../domain/contract/difference.js";
import { dimensionsOf } from "../domain/contract/dimensions.js";
import { fingerprint } from "../domain/contract/fingerprint.js";
import type { HaltCause } from "../domain/escalation/causes.js";
import { describeDifferences } from "../domain/escalation/dimension-differences.js";
import type { GateReports } from "../domain/gates/conclude-gates.js";
import { sha256 } from "../domain/hash.js";
import type { ModuleId, ModuleRef } from "../domain/ids.js";
import {
  CodeIndexEntry,
  entryRef,
  indexEntryOf,
  indexEntryPath,
  moduleFolder,
} from "../domain/index-entries/code-index-entry.js";
import { appendShipped } from "../domain/index-entries/deprecation.js";
import { type Outcome, refuse } from "../domain/refusal.js";
import { countTests, ExecutionLog } from "../domain/ship/execution-log.js";
import { type SealSource, sealModule, sealsInForce } from "../domain/ship/seal.js";
import { ShipEvidence, shipEvidence } from "../domain/ship/ship-evidence.js";
import { staleness } from "../domain/ship/verdict-binding.js";
import { verifyShip } from "../domain/ship/verify-ship.js";
import { AnswerFiles } from "../domain/work/answer-files.js";
import { answerPath } from "../domain/work/artifact-paths.js";
import type { TaskMove } from "../domain/work/task-move.js";
import type { JobEffect, JobResult, RepositoryRef } from "../ports.js";
import { readYaml, writeYaml } from "../yaml.js";
import { type JobPorts, NOTHING } from "./job-ports.js";
import { bindingOf } from "./judge-module.js";
import { orThrow } from "./or-throw.js";
import { type ModuleReading, readModule } from "./read-module.js";
import { isVersionOf, readTask, type TaskReading } from "./read-task.js";
import { roleIds } from "./role-ids.js";

type Shipping = Extract<JobEffect, { kind: "ship-module" }>;

/**
 * Verifies approved work at its head and writes the proof of it: what was locked is what is there, its tests ran and
 * passed, the verdict is about these files. Nothing is written when anything of this does not hold (seed 002, 11.3).
 */
export async function shipModule(repository: RepositoryRef, effect: Shipping, ports: JobPorts): Promise<JobResult> {
  const task = await readTask(repository, effect.task, ports);
  if (task === undefined || task.work.questions + 1 !== effect.question) return NOTHING;
  const module = await readModule(task, effect.module);
  if (module.work.step.step !== "approved") return NOTHING;
  const at = ports.clock.now();
  const evidence = await evidenceFor(task, module, at, effect);
  const moved = (move: TaskMove): JobResult["intents"] => [{ kind: "work-moved", at, task_id: effect.task, move }];
  if ("cause" in evidence) {
    const { cause, failures } = evidence;
    const module_id = effect.module;
    return failures === undefined
      ? { intents: moved({ kind: "module-failed", module_id, cause }), files: [] }
      : { intents: moved({ kind: "ship-refused", module_id, failures, cause }), files: [] };
  }
  const commit: AnswerFiles = {
    message: `factory: ${effect.task} - ship ${module.planned.name} (${effect.module}) [skip ci]`,
    files: evidence.files,
    deletions: [],
  };
  return {
    intents: moved({ kind: "ship-prepared", module_id: effect.module, question: effect.question }),
    files: [{ path: answerPath(effect.task, effect.question), text: writeYaml(commit, AnswerFiles) }],
  };
}

/** The proof, or why there is none; with what a revision could mend, if one could. */
type Evidence =
  | { readonly files: AnswerFiles["files"] }
  | { readonly cause: HaltCause; readonly failures?: Extract<TaskMove, { kind: "ship-refused" }>["failures"] };

async function evidenceFor(task: TaskReading, module: ModuleReading, at: string, effect: Shipping): Promise<Evidence> {
  const { contract, reports, planned, work } = module;
  const folder = moduleFolder(planned.module_id, planned.module_version);
  const atHead = await task.tree.read(`${folder}/contract.yml`);
  if (contract === null || reports === null || work.judged === null || atHead === undefined) {
    throw new TypeError(`${planned.module_id} is approved and was never judged`);
  }
  const stale = staleFiles(task, module, contract);
  if (stale !== undefined) return { cause: stale };
  const actual = orThrow(readYaml(`${folder}/contract.yml`, atHead, Contract));
  const log = executionLog(module, reports, at);
  if (!log.ok) return { cause: noTests(work.module_ref), failures: [atShip(log.refusal.message)] };
  const verified = verifyShip({ locked: contract, actual: dimensionsOf(actual), log: log.value });
  if (!verified.ok) {
    const cause = shipBlocked(verified.refusal.code, work.module_ref, contract, actual, log.value);
    return { cause, failures: [atShip(verified.refusal.message)] };
  }
  const seal = orThrow(
    sealModule({
      contract,
      blobs: task.tree.blobs,
      sharedPaths: task.config.shared_paths,
      ...sealBefore(task, planned.module_id),
    }),
  );
  const ids = roleIds(task.state.request.issue, effect.task, effect.question);
  const logPath = `${folder}/execution-log.yml`;
  const evidence = shipEvidence(contract, {
    ship_id: ids.artifact("SHIP_EVIDENCE"),
    verified_at: at,
    interfaceFingerprint: verified.value.interfaceFingerprint,
    evidenceRef: logPath,
    environment: {
      repo_revision: work.judged.head,
      dependency_lock_ref: await lockFileDigest(task),
      runner_id: reports.execute.runner.id,
    },
    dependencies: module.dependencies.map(({ surface, contract: dependency }) => ({
      module_ref: surface.ref,
      fingerprint: fingerprint(dependency),
    })),
    sealed_files: seal.files,
  });
  return {
    files: [
      { path: `${folder}/ship.yml`, text: writeYaml(evidence, ShipEvidence) },
      { path: logPath, text: writeYaml(log.value, ExecutionLog) },
      ...indexFiles(task, contract, at),
    ],
  };
}

/** What the version before keeps sealed stays with the module: a file that is only modified was created once. */
function sealBefore({ seals }: TaskReading, module: ModuleId): Pick<SealSource, "previous"> {
  const previous = sealsInForce(seals).find(({ module_ref }) => isVersionOf(module_ref, module));
  return previous === undefined ? {} : { previous };
}

/** The new entry, and those that it supersedes. */
function indexFiles({ index, taskId }: TaskReading, contract: Contract, at: string): AnswerFiles["files"] {
  const before = new Map(index.map((entry) => [entryRef(entry), JSON.stringify(entry)]));
  const migrationNote = `see the contract of this version, which ${taskId} shipped`;
  return appendShipped(index, { entry: indexEntryOf(contract), migrationNote, at })
    .filter((entry) => before.get(entryRef(entry)) !== JSON.stringify(entry))
    .map((entry) => ({ path: indexEntryPath(entryRef(entry)), text: writeYaml(entry, CodeIndexEntry) }));
}

/** Files of this module that are not what was judged. */
function staleFiles(task: TaskReading, module: ModuleReading, contract: Contract): HaltCause | undefined {
  // A person's override is about the branch as it is; the gates have judged that.
  if (module.work.overridden_in !== undefined) return undefined;
  const judged = module.work.trail.challenges.at(-1)?.bound_to;
  const amended = module.work.trail.adjudications.at(-1)?.decision === "APPROVE_WITH_AMENDMENTS";
  if (judged === undefined || !("manifest_blobs" in judged) || amended) return undefined;
  const changes = staleness(judged, bindingOf(task, { contract, planned: module.planned }));
  if (changes.length === 0) return undefined;
  const files = changes.map(({ what, judged: before, now }) => ({
    path: what,
    judged: before ?? "0".repeat(40),
    found: now,
  }));
  return { kind: "module-digest-mismatch", module: module.work.module_ref, files };
}

function executionLog({ planned }: ModuleReading, { execute }: GateReports, at: string): Outcome<ExecutionLog> {
  const tests = execute.tests.map(({ name, status, duration_ms }) => ({
    name,
    result: status === "passed" ? ("PASS" as const) : ("FAIL" as const),
    ...(duration_ms === undefined ? {} : { duration_ms }),
  }));
  if (tests.length === 0) return refuse("no-tests", "no test of the module ran");
  const { module_id, module_version } = planned;
  return { ok: true, value: { module_id, module_version, executed_at: at, tests, summary: countTests(tests) } };
}

function atShip(message: string) {
  return { validator: "ship", message, fix: "Make contract, code and tests agree, and let every test pass." };
}

function noTests(module: ModuleRef): HaltCause {
  const failures = [{ validator: "TASK_TEST_PASSES", message: "No test of the module was reported by the green run." }];
  return { kind: "gates-failing", module, attempts: 1, failures };
}

function shipBlocked(
  code: string,
  module: ModuleRef,
  locked: Contract,
  actual: Contract,
  log: ExecutionLog,
): HaltCause {
  if (code !== "fingerprint-mismatch") return { kind: "tests-failing", module, execution_log: log };
  return {
    kind: "fingerprint-mismatch",
    module,
    locked: fingerprint(locked),
    actual: fingerprint(actual),
    differences: describeDifferences(difference(locked, actual)),
  };
}

const LOCK_FILES = [
  "package-lock.json",
  "pnpm-lock.yaml",
  "yarn.lock",
  "poetry.lock",
  "uv.lock",
  "go.sum",
  "Cargo.lock",
];

async function lockFileDigest({ tree }: TaskReading): Promise<string | null> {
  for (const path of LOCK_FILES) {
    const text = await tree.read(path);
    if (text !== undefined) return sha256(text);
  }
  return null;
}

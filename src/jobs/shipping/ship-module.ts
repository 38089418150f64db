import { Contract } from "../../domain/contract/contract.js";
import { dimensionsOf } from "../../domain/contract/dimensions.js";
import { fingerprint } from "../../domain/contract/fingerprint.js";
import { ExecutionContext } from "../../domain/enforcement/execution-context.js";
import { ModuleShipped } from "../../domain/gates/module-lock.js";
import { moduleStatePath } from "../../domain/gates/state-paths.js";
import { changedEntries } from "../../domain/index-entries/changed-entries.js";
import {
  CodeIndexEntry,
  entryRef,
  indexEntryOf,
  indexEntryPath,
  moduleFolder,
} from "../../domain/index-entries/code-index-entry.js";
import { type BuiltModule, plannedRef } from "../../domain/plan/micro-plan.js";
import { accept, type Outcome, orThrow, refuse } from "../../domain/refusal.js";
import { resultsByName } from "../../domain/validation/test-result.js";
import type { JobEffect, JobResult, RepositoryRef } from "../../engine/ports.js";
import { appendShipped } from "../../features/deprecation/deprecation.js";
import type { GateReports } from "../../features/gate-runs/conclude-gates.js";
import type { HaltCause } from "../../features/halts/escalation/causes.js";
import { commitTitle } from "../../features/merging/commit-title.js";
import { AnswerFiles } from "../../features/modules/answer-files.js";
import { answerPath, contextPath, gateReportPath } from "../../features/modules/artifacts/artifact-paths.js";
import type { TaskEvent } from "../../features/modules/task-event.js";
import { type SealSource, sealModule, sealsInForce } from "../../features/seals/seal.js";
import { countTests, ExecutionLog } from "../../features/shipping/execution-log.js";
import { ShipEvidence, shipEvidence, shippedMutation } from "../../features/shipping/ship-evidence.js";
import { completesBranch } from "../../features/shipping/ship-module.js";
import { verifyShip } from "../../features/shipping/verify-ship.js";
import { harmlessTitle } from "../../render/safe-title.js";
import { interfaceChangeFiles } from "../../roles/asking/raise-upstream.js";
import { type JobPorts, NOTHING } from "../../roles/reading/job-ports.js";
import { type ModuleReading, readModule } from "../../roles/reading/read-module.js";
import { isVersionOf, readTask, readTree, type TaskReading } from "../../roles/reading/read-task.js";
import { roleIds } from "../../roles/reading/role-ids.js";
import { staleFiles } from "../../roles/reviewers/stale-files.js";
import { readYaml, writeYaml } from "../../yaml/yaml.js";
import { driftedDependency } from "./drifted-dependency.js";
import { lockFileDigest } from "./lock-file-digest.js";
import { moduleContext } from "./module-context.js";
import { proofsOf } from "./proofs-of.js";
import { provenanceOf, replacedProposal, shipContribution } from "./ship-provenance.js";
import { atShip, explained, noTests, shipBlocked, unreadable } from "./ship-refusals.js";
import { shippedSurface } from "./ship-surface.js";
import { shippedFiles } from "./shipped-files.js";

type Shipping = Extract<JobEffect, { kind: "ship-module" }>;

/**
 * Verifies approved work at its head and writes its evidence: the locked files are there, the tests ran and passed, and
 * the verdict is about these files. If anything does not hold, nothing is written (requirements.md#execution-log).
 */
export async function shipModule(repository: RepositoryRef, effect: Shipping, ports: JobPorts): Promise<JobResult> {
  const task = await readTask(repository, effect.task, ports);
  if (task === undefined || task.work.questions + 1 !== effect.question) return NOTHING;
  const module = await readModule(task, effect.module);
  if (module.work.step.step !== "approved") return NOTHING;
  const at = ports.clock.now();
  const drifted = await driftedUpstream(task, module, effect);
  if (drifted !== undefined) {
    const { raised, files } = drifted;
    const event: TaskEvent = {
      kind: "interface-change-raised",
      question: null,
      usage: [],
      module_id: effect.module,
      exception: raised.request,
    };
    return { events: [{ kind: "work-updated", at, task_id: effect.task, event }], files };
  }
  const evidence = await evidenceFor(task, module, { at, effect, surfaceOf: ports.surfaceOf });
  const updated = (event: TaskEvent): JobResult["events"] => [
    { kind: "work-updated", at, task_id: effect.task, event },
  ];
  if ("cause" in evidence) {
    const { cause, failures } = evidence;
    const module_id = effect.module;
    return failures === undefined
      ? { events: updated({ kind: "module-failed", module_id, cause }), files: [] }
      : { events: updated({ kind: "ship-refused", module_id, failures, cause }), files: [] };
  }
  const commit: AnswerFiles = {
    message: commitTitle(effect.task, `ship ${harmlessTitle(module.planned.name)} (${effect.module})`, {
      ci: task.config.ci,
      isComplete: completesBranch(task.work, module.work),
    }),
    files: evidence.files,
    deletions: [],
  };
  return {
    events: updated({
      kind: "ship-prepared",
      module_id: effect.module,
      question: effect.question,
      ...(await replacedProposal(task, module)),
    }),
    files: [
      shipContribution(task, effect, { ship_id: evidence.ship_id, at }),
      { path: answerPath(effect.task, effect.question), text: writeYaml(commit, AnswerFiles) },
      {
        path: moduleStatePath(effect.task, effect.module, "shipped.yml"),
        text: writeYaml(shippedFiles(task, module, evidence.files), ModuleShipped),
      },
      ...(await contextFile(repository, task, module, ports)),
    ],
  };
}

/** What it leaves to later modules and tasks, from the real difference. */
async function contextFile(
  repository: RepositoryRef,
  task: TaskReading,
  { planned, work, contract }: ModuleReading,
  { reader }: Pick<JobPorts, "reader">,
): Promise<JobResult["files"]> {
  const base = work.base ?? task.work.base;
  if (base === null || contract === null) return [];
  const before = await readTree(repository, base, reader);
  const context = await moduleContext(planned, contract, { before, after: task.tree });
  return [{ path: contextPath(task.taskId, planned.module_id), text: writeYaml(context, ExecutionContext) }];
}

/** A dependency is not what shipped: a person must decide, and the module is not at fault. */
async function driftedUpstream(task: TaskReading, module: ModuleReading, effect: Shipping) {
  const ids = roleIds(task.state.request.issue, effect.task, effect.question);
  const artifactRef = module.work.trail.proposals.at(-1)?.proposal_id ?? ids.artifact("SHIP_EVIDENCE");
  const raised = await driftedDependency(task, module, { ids, artifactRef });
  return raised === undefined ? undefined : { raised, files: interfaceChangeFiles(task, raised, ids) };
}

/** The evidence, or why there is none, with what a revision could fix. */
type Evidence =
  | { readonly files: AnswerFiles["files"]; readonly ship_id: string }
  | { readonly cause: HaltCause; readonly failures?: Extract<TaskEvent, { kind: "ship-refused" }>["failures"] };

async function evidenceFor(
  task: TaskReading,
  module: ModuleReading,
  { at, effect, surfaceOf }: { readonly at: string; readonly effect: Shipping } & Pick<JobPorts, "surfaceOf">,
): Promise<Evidence> {
  const { contract, reports, planned, work } = module;
  const folder = moduleFolder(planned.module_id, planned.module_version);
  const atHead = await task.tree.read(`${folder}/contract.yml`);
  if (contract === null || reports === null || work.judged === null || atHead === undefined) {
    throw new TypeError(`${planned.module_id} is approved and was never judged`);
  }
  const stale = staleFiles(task, module, contract);
  if (stale !== undefined) return { cause: stale };
  const actual = orThrow(readYaml(`${folder}/contract.yml`, atHead, Contract));
  const log = executionLog(module, reports, work.judged.gates.requested_at);
  if (!log.ok) return { cause: noTests(work.module_ref), failures: [atShip(log.refusal.message)] };
  const surface = await shippedSurface(task, contract, surfaceOf);
  if (!surface.ok)
    return { cause: unreadable(work.module_ref, surface.refusal.message), failures: [atShip(surface.refusal.message)] };
  const { missing } = surface.value;
  // First the contract; if it is the locked one, the code's surface.
  const isLocked = fingerprint(actual) === fingerprint(contract);
  const built = isLocked ? (surface.value.actual ?? dimensionsOf(actual)) : dimensionsOf(actual);
  const verified = verifyShip({ locked: contract, actual: built, log: log.value });
  if (!verified.ok) {
    const cause = shipBlocked(verified.refusal.code, work.module_ref, {
      locked: contract,
      actual: built,
      log: log.value,
      report: gateReportPath(effect.task, reports.execute.nonce),
    });
    return { cause, failures: [atShip(explained(verified.refusal.message, cause, missing))] };
  }
  const seal = orThrow(
    sealModule({
      contract,
      blobs: task.tree.blobs,
      sharedPaths: task.config.shared_paths,
      ...sealBefore(task, planned),
    }),
  );
  const index = indexFiles(task, contract, at);
  if (!index.ok) return { cause: unreadable(work.module_ref, index.refusal.message) };
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
    surface: surface.value.evidence,
    ...(await provenanceOf(task, module)),
    ...shippedMutation(reports.execute),
    ...(await proofsOf(task, module, log.value)),
  });
  return {
    ship_id: evidence.ship_id,
    files: [
      { path: `${folder}/ship.yml`, text: writeYaml(evidence, ShipEvidence) },
      { path: logPath, text: writeYaml(log.value, ExecutionLog) },
      ...index.value,
    ],
  };
}

/** Files sealed by the version before stay with the module, even if this one only modified them. */
function sealBefore({ seals }: TaskReading, planned: BuiltModule): Pick<SealSource, "previous"> {
  // The seals of an earlier ship of this version are replaced by the present ones.
  const others = seals.filter(({ module_ref }) => module_ref !== plannedRef(planned));
  const previous = sealsInForce(others).find(({ module_ref }) => isVersionOf(module_ref, planned.module_id));
  return previous === undefined ? {} : { previous };
}

/** The new entry, and those that it supersedes. */
function indexFiles({ index, taskId }: TaskReading, contract: Contract, at: string): Outcome<AnswerFiles["files"]> {
  const entry = indexEntryOf(contract);
  const before = new Map(index.map((known) => [entryRef(known), JSON.stringify(known)]));
  const migrationNote = `see the contract of this version, which ${taskId} shipped`;
  // A reopened module ships again: its earlier entry is replaced and supersedes none.
  const others = index.filter((known) => entryRef(known) !== entryRef(entry));
  const next = changedEntries(others, appendShipped(others, { entry, migrationNote, at }));
  if (!next.ok) return next;
  return accept(
    next.value
      .filter((one) => before.get(entryRef(one)) !== JSON.stringify(one))
      .map((one) => ({ path: indexEntryPath(entryRef(one)), text: writeYaml(one, CodeIndexEntry) })),
  );
}

/** The log of the green run. `at` is when that run was requested, because its own times are untrusted. */
function executionLog({ planned }: ModuleReading, { execute }: GateReports, at: string): Outcome<ExecutionLog> {
  const tests = [...resultsByName(execute.tests).values()].map(({ name, status, duration_ms }) => ({
    name,
    result: status === "passed" ? ("PASS" as const) : ("FAIL" as const),
    ...(duration_ms === undefined ? {} : { duration_ms }),
  }));
  if (tests.length === 0) return refuse("no-tests", "no test of the module ran");
  const { module_id, module_version } = planned;
  return { ok: true, value: { module_id, module_version, executed_at: at, tests, summary: countTests(tests) } };
}

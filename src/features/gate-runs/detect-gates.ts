import { isWithheld, whyNotCounted } from "../../domain/gates/confinement.js";
import type { GateRunType } from "../../domain/gates/gate-request.js";
import type { ModuleId, Sha } from "../../domain/ids.js";
import { isBaselinePending } from "../../domain/validation/baseline-state.js";
import type { ObservedGateRun } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { derivedHex } from "../modules/keys.js";
import type { GateFailure, ModuleWork } from "../modules/module-work.js";
import type { TaskEvent } from "../modules/task-event.js";
import { moduleIdOf } from "../modules/task-work.js";
import type { WorkSituation } from "../modules/work-situation.js";
import { concludeGates, type GateReports } from "./conclude-gates.js";
import { contractViolations } from "./contract-violations.js";
import type { GatesAwaited } from "./gates-awaited.js";
import { LOST_AFTER_MINUTES, mayLose } from "./lost-runs.js";
import { redBranch } from "./red-branch.js";
import { redLock } from "./red-lock.js";
import { awaitsJudge } from "./semantic-results.js";
import { suiteSkipped } from "./suite-cadence.js";
import {
  currentFailures,
  reactionToRedBranch,
  stopsAt,
  testTroubles,
  wantsAnotherRun,
  warnedOf,
} from "./test-failures/failure-actions.js";

/** Detects gates that are due, have ended, or got lost. */
export function detectGates(situation: Situation, inWork: WorkSituation): TaskEvent[] {
  const { work } = inWork;
  if (work.stage.stage === "integrating") {
    const { head, base, gates } = work.stage;
    // Without the baseline, old failures cannot be distinguished from new ones.
    if (gates === null && isBaselinePending((situation.stored ?? situation.state).baseline)) return [];
    const skip = suiteSkipped(situation, inWork);
    const subject = { module: null, runType: "INTEGRITY", head, base, lost: work.lost_gates, skip } as const;
    return gates === null ? request(situation, inWork, subject) : conclude(situation, inWork, null, gates);
  }
  if (work.stage.stage !== "building") return [];
  return work.modules.flatMap((module): TaskEvent[] => {
    const { step } = module;
    if (step.step !== "gating") return [];
    if (step.gates !== null) return conclude(situation, inWork, module, step.gates);
    const runType: GateRunType = step.colour === "red" ? "CONTRACT" : "EXECUTION";
    const base = module.base ?? work.base;
    if (base === null || !isLockStored(situation, inWork, module)) return [];
    return request(situation, inWork, {
      module: moduleIdOf(module),
      runType,
      head: step.head,
      base,
      lost: work.lost_gates,
      attempt: module.progress.gate_attempts + 1,
    });
  });
}

/**
 * A green run is compared with what red locked, and reads that from the state branch. So the lock must be committed
 * first.
 */
function isLockStored({ stored }: Situation, { taskId }: WorkSituation, { module_ref, lock }: ModuleWork): boolean {
  if (lock === null) return true;
  const before = stored?.work[taskId]?.modules.find((candidate) => candidate.module_ref === module_ref);
  return before?.lock?.head === lock.head;
}

type Due = {
  readonly module: ModuleId | null;
  readonly runType: GateRunType;
  readonly head: Sha;
  readonly base: Sha;
  /** Distinguishes repeated requests for the same commits. */
  readonly lost: number;
  readonly attempt?: number;
  /** Why the whole suite is skipped. */
  readonly skip?: string | undefined;
};

function request({ stateHead, now, state }: Situation, { taskId, work }: WorkSituation, due: Due): TaskEvent[] {
  if (stateHead === null) return [];
  const nonce = (part: string) =>
    derivedHex(stateHead, taskId, due.module ?? "", due.runType, due.head, due.lost, state.updated_at, part).slice(
      0,
      32,
    );
  return [
    {
      kind: "gates-requested",
      module_id: due.module,
      gates: {
        run_type: due.runType,
        nonces: { judge: nonce("judge"), execute: nonce("execute") },
        base_sha: due.base,
        head_sha: due.head,
        state_sha: stateHead,
        requested_at: now,
        lost: due.lost,
        ...(work.lost_why === undefined ? {} : { lost_why: work.lost_why }),
        ...(due.attempt === undefined ? {} : { attempt: due.attempt }),
        ...(due.skip === undefined ? {} : { skip_suite: due.skip }),
      },
    },
  ];
}

function conclude(
  situation: Situation,
  inWork: WorkSituation,
  module: ModuleWork | null,
  gates: GatesAwaited,
): TaskEvent[] {
  const module_id = module === null ? null : moduleIdOf(module);
  const runs = [gates.nonces.judge, gates.nonces.execute].map((nonce) =>
    situation.observed.gateRuns.find((run) => run.nonce === nonce),
  );
  const unusable = runs.find((run) => run?.state === "unusable");
  if (unusable?.state === "unusable")
    return lose(situation, inWork, module_id, { run_id: unusable.runId, conclusion: unusable.why });
  const reports = reportsOf(runs);
  if (reports === undefined) {
    const never = { run_id: null, conclusion: `a run asked for at ${gates.requested_at} never started` };
    return isOverdue(situation.now, gates, runs) ? lose(situation, inWork, module_id, never) : [];
  }
  const why = whyNotCounted(reports.execute, situation.config.gates.confinement);
  if (why !== null) return notCounted(module_id, reports, { run_id: runs[1]?.runId ?? null, conclusion: why });
  const found = [...concludeGates(reports), ...skippedUnasked(gates, reports)];
  const troubles = module === null ? testTroubles(reports, situation.config.failure_actions) : [];
  const failures = currentFailures(found, troubles);
  if (failures.length > 0 && wantsAnotherRun(troubles) && inWork.work.lost_gates === 0) {
    return [{ kind: "gates-lost", module_id, why: "failure_actions lets them run once more" }];
  }
  if (module === null && failures.length > 0) {
    const reaction = reactionToRedBranch(troubles, situation.config.failure_actions);
    return redBranch(inWork, reports, failures, { reaction, stopsAt: stopsAt(failures, troubles) });
  }
  const isRed = module !== null && gates.run_type === "CONTRACT" && failures.length === 0;
  const lock = isRed ? redLock(situation, inWork, module, gates.head_sha) : null;
  if (module === null) {
    const warned = warnedOf(troubles, gates.nonces.judge);
    return [{ kind: "gates-concluded", module_id, failures, lock, ...(warned === undefined ? {} : { warned }) }];
  }
  const contract_failures = contractViolations(reports);
  const to_judge = failures.length === 0 && reports.judge.assertions.some(awaitsJudge);
  return [
    {
      kind: "gates-concluded",
      module_id,
      failures,
      lock,
      ...(contract_failures.length === 0 ? {} : { contract_failures }),
      ...(to_judge ? { to_judge } : {}),
      ...(failures.length > 0 && ownTestsPass(gates, reports) ? { own_tests_pass: true as const } : {}),
    },
  ];
}

/** Code whose own tests pass is worth keeping, whatever else is wrong with it (decisions.md#which-tree-an-attempt-starts-from). */
function ownTestsPass({ run_type }: GatesAwaited, { execute }: GateReports): boolean {
  const tests = execute.validators.find(({ code }) => code === "TASK_TEST_PASSES");
  return run_type === "EXECUTION" && tests?.status === "PASSED";
}

/** Only the cadence may skip the whole suite. A report that skips it by itself proves nothing. */
function skippedUnasked({ run_type, skip_suite }: GatesAwaited, { execute }: GateReports): GateFailure[] {
  const suite = execute.validators.find(({ code }) => code === "FULL_REGRESSION_PASS");
  if (run_type !== "INTEGRITY" || skip_suite !== undefined || suite?.status !== "SKIPPED") return [];
  const message = `The whole suite was due, and was left out: ${suite.message}`;
  return [{ validator: "FULL_REGRESSION_PASS", message, fix: "Run the gates again." }];
}

function reportsOf(runs: readonly (ObservedGateRun | undefined)[]): GateReports | undefined {
  const [judge, execute] = runs;
  if (judge?.state !== "reported" || execute?.state !== "reported") return undefined;
  return { judge: judge.report, execute: execute.report };
}

function isOverdue(now: string, gates: GatesAwaited, runs: readonly (ObservedGateRun | undefined)[]): boolean {
  const minutes = (Date.parse(now) - Date.parse(gates.requested_at)) / 60_000;
  return minutes > LOST_AFTER_MINUTES && runs.some((run) => run === undefined);
}

/**
 * No module can repair the machine that its gates run on, and the next run would have the same result, so a person
 * decides at once. A run that ran nothing has reported that, and the report stays visible. A run that should not have
 * run anything is not shown.
 */
function notCounted(module_id: ModuleId | null, { execute }: GateReports, run: LostRun): TaskEvent[] {
  const ended = module_id === null ? { gates_ended: true as const } : { gates_of: module_id };
  const cause = { kind: "gate-run-failed" as const, runs: [run] };
  return [{ kind: "work-failed", cause, ...(isWithheld(execute) ? ended : {}) }];
}

type LostRun = { readonly run_id: number | null; readonly conclusion: string };

function lose({ config }: Situation, { work }: WorkSituation, module_id: ModuleId | null, run: LostRun): TaskEvent[] {
  if (work.lost_gates < mayLose(config)) return [{ kind: "gates-lost", module_id, why: run.conclusion }];
  return [{ kind: "work-failed", cause: { kind: "gate-run-failed", runs: [run] } }];
}

import type { HaltCause } from "../../domain/escalation/causes.js";
import type { ObservedGateRun } from "../../domain/factory/observed.js";
import { concludeGates, type GateReports } from "../../domain/gates/conclude-gates.js";
import { ConflictDetails } from "../../domain/gates/conflict-details.js";
import type { GateRunType } from "../../domain/gates/gate-request.js";
import { RegressionDetails } from "../../domain/gates/regression-details.js";
import type { ModuleId, Sha } from "../../domain/ids.js";
import { isBaselinePending } from "../../domain/validation/baseline-state.js";
import type { GatesAwaited } from "../../domain/work/gates-awaited.js";
import type { GateFailure, ModuleWork } from "../../domain/work/module-work.js";
import type { TaskMove } from "../../domain/work/task-move.js";
import { moduleIdOf } from "../../domain/work/task-work.js";
import type { Situation } from "../situation.js";
import { derivedHex } from "./keys.js";
import { redLock } from "./red-lock.js";
import type { WorkSituation } from "./work-situation.js";

/** A run that ends without a usable report is asked for again this often; then a person looks at the workflow. */
export const MAX_LOST = 2;
/** A run that was never seen after this long was lost: GitHub may drop a dispatch. */
export const LOST_AFTER_MINUTES = 15;

/** Gates that are due, ended, or got lost. */
export function noticeGates(situation: Situation, inWork: WorkSituation): TaskMove[] {
  const { work } = inWork;
  if (work.stage.stage === "integrating") {
    const { head, base, gates } = work.stage;
    // Without the baseline nobody can tell an old failure from a new one.
    if (gates === null && isBaselinePending((situation.stored ?? situation.state).baseline)) return [];
    const subject = { module: null, runType: "INTEGRITY", head, base, lost: work.lost_gates } as const;
    return gates === null ? request(situation, inWork, subject) : conclude(situation, inWork, null, gates);
  }
  if (work.stage.stage !== "building") return [];
  return work.modules.flatMap((module): TaskMove[] => {
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
    });
  });
}

/** A green run is held against what red locked, and reads that from the state branch: it must be there first. */
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
  /** Tells one request of the same commits from another. */
  readonly lost: number;
};

function request({ stateHead, now, state }: Situation, { taskId }: WorkSituation, due: Due): TaskMove[] {
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
        lost: 0,
      },
    },
  ];
}

function conclude(
  situation: Situation,
  inWork: WorkSituation,
  module: ModuleWork | null,
  gates: GatesAwaited,
): TaskMove[] {
  const module_id = module === null ? null : moduleIdOf(module);
  const runs = [gates.nonces.judge, gates.nonces.execute].map((nonce) =>
    situation.observed.gateRuns.find((run) => run.nonce === nonce),
  );
  const unusable = runs.find((run) => run?.state === "unusable");
  if (unusable?.state === "unusable")
    return lose(inWork, module_id, { run_id: unusable.runId, conclusion: unusable.why });
  const reports = reportsOf(runs);
  if (reports === undefined) {
    const never = { run_id: null, conclusion: `a run asked for at ${gates.requested_at} never started` };
    return isOverdue(situation.now, gates, runs) ? lose(inWork, module_id, never) : [];
  }
  const failures = concludeGates(reports);
  if (module === null && failures.length > 0) {
    return [{ kind: "work-failed", cause: integrationCause(inWork, reports, failures) }];
  }
  const isRed = module !== null && gates.run_type === "CONTRACT" && failures.length === 0;
  const lock = isRed ? redLock(situation, inWork, module, gates.head_sha) : null;
  return [{ kind: "gates-concluded", module_id, failures, lock }];
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

type LostRun = { readonly run_id: number | null; readonly conclusion: string };

function lose({ work }: WorkSituation, module_id: ModuleId | null, run: LostRun): TaskMove[] {
  if (work.lost_gates < MAX_LOST) return [{ kind: "gates-lost", module_id, why: run.conclusion }];
  return [{ kind: "work-failed", cause: { kind: "gate-run-failed", runs: [run] } }];
}

/** A conflict, or what worked before and does not any more, if that is what is red; otherwise the validators themselves. */
function integrationCause({ work }: WorkSituation, { execute }: GateReports, failures: GateFailure[]): HaltCause {
  const conflict = execute.validators
    .map(({ details }) => ConflictDetails.safeParse(details))
    .find(({ success }) => success);
  if (conflict?.success === true && work.stage.stage === "integrating") {
    const { base, head } = work.stage;
    return { kind: "merge-conflict", base, head, paths: conflict.data.files };
  }
  const regression = execute.validators.find(({ code }) => code === "FULL_REGRESSION_PASS");
  const tests = RegressionDetails.safeParse(regression?.details);
  if (tests.success && tests.data.tests.length > 0) return { kind: "test-regression", tests: tests.data.tests };
  const module = work.modules.at(-1);
  if (module === undefined) throw new TypeError("a branch without modules is not judged");
  return {
    kind: "gates-failing",
    module: module.module_ref,
    attempts: 1,
    failures: failures.map(({ validator, message }) => ({ validator, message })),
  };
}

import { whyNotCounted } from "../../domain/gates/confinement.js";
import { isBlocking } from "../../domain/validation/gate-status.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { ObservedGateRun } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { concludeGates, type GateReports } from "../gate-runs/conclude-gates.js";
import type { GatesAwaited } from "../gate-runs/gates-awaited.js";
import { joinReports } from "../gate-runs/join-reports.js";
import { workInProgress } from "../modules/work-query.js";
import type { GateMeasure } from "./gate-figures.js";

/** Counts each judgement whose reports are there, before its end changes the work. */
export function detectMeasures({ state, observed, config, now: at }: Situation): FactoryEvent[] {
  const counted = state.gate_figures?.counted ?? [];
  return gatesAwaited(state).flatMap((gates): FactoryEvent[] => {
    const { judge, execute } = gates.nonces;
    const reports = { judge: reportOf(observed.gateRuns, judge), execute: reportOf(observed.gateRuns, execute) };
    if (counted.includes(judge) || reports.judge === undefined || reports.execute === undefined) return [];
    // A run that did not confine what it ran is not counted by anybody.
    if (whyNotCounted(reports.execute, config.gates.confinement) !== null) return [];
    const measure = measureOf(gates, { judge: reports.judge, execute: reports.execute });
    return [{ kind: "gates-measured", at, measure }];
  });
}

/** The judgements that the tasks in work wait for. */
export function gatesAwaited(state: FactoryState): GatesAwaited[] {
  return workInProgress(state).flatMap(([, { stage, modules }]) => {
    if (stage.stage === "integrating") return stage.gates === null ? [] : [stage.gates];
    return modules.flatMap(({ step }) => (step.step === "gating" && step.gates !== null ? [step.gates] : []));
  });
}

function measureOf({ run_type, nonces, lost, attempt = 1 }: GatesAwaited, reports: GateReports): GateMeasure {
  const rows = joinReports(run_type, [reports.judge, reports.execute]).filter(({ results }) => results.length > 0);
  const ran = rows.filter(({ status }) => status !== "SKIPPED" && status !== "NOT_RUN");
  return {
    nonce: nonces.judge,
    again: lost > 0 || attempt > 1,
    passed: concludeGates(reports).length === 0,
    gates: ran.map(({ gate, status, results }) => ({
      gate,
      passed: !isBlocking(status),
      milliseconds: results.reduce((sum, { duration_ms }) => sum + Math.round(duration_ms), 0),
    })),
    failed: rows.flatMap(({ results }) =>
      results.filter(({ status }) => isBlocking(status) && status !== "NOT_RUN").map(({ code }) => code),
    ),
  };
}

function reportOf(runs: readonly ObservedGateRun[], nonce: string) {
  const run = runs.find((candidate) => candidate.nonce === nonce);
  return run?.state === "reported" ? run.report : undefined;
}

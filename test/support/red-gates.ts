/** Work that waits for its gates, and red runs that halt the task. */

import type { GateReport, ValidatorResult } from "../../src/domain/gates/gate-report.js";
import type { Observed, ObservedGateRun } from "../../src/engine/observation.js";
import { type GatesAwaited, gateRequests } from "../../src/features/gate-runs/gates-awaited.js";
import { LAST_ROUND } from "../../src/features/halts/fix/take-fix.js";
import type { TaskWork } from "../../src/features/modules/task-work.js";
import { gateReport, validatorResult } from "./gate-report.js";
import { AT_GREEN, gates, modules } from "./halted.js";
import { FIRST_TASK } from "./loop.js";
import { HEAD } from "./observed.js";

export type Seen = { readonly work: Partial<TaskWork>; readonly observed: Partial<Observed> };

export const RUN = { runId: 1, url: "https://example.com/run" };

/** Both halves of a run. This is the executor's report. */
export function reported(
  awaited: GatesAwaited,
  module: string | null,
  execute: Partial<GateReport>,
): ObservedGateRun[] {
  return gateRequests(awaited, { task: FIRST_TASK, module }).map((request) => ({
    ...RUN,
    nonce: request.nonce,
    state: "reported",
    report: gateReport(request, request.part === "judge" ? {} : execute),
  }));
}

/** The last gate judges the whole branch, and one validator fails. */
export function branchRed(result: Partial<ValidatorResult>): Seen {
  const awaited = gates("INTEGRITY");
  const failed = validatorResult({ code: "FULL_REGRESSION_PASS", gate: 3, status: "FAILED", ...result });
  const shipped = modules().map((module) => ({
    ...module,
    failures: [],
    progress: LAST_ROUND,
    step: { step: "shipped", head: HEAD } as const,
  }));
  return {
    work: { stage: { stage: "integrating", head: HEAD, base: HEAD, gates: awaited }, modules: shipped },
    observed: { gateRuns: reported(awaited, null, { validators: [failed] }) },
  };
}

/** A module's last attempt with these runs. */
export function moduleAtGates(runs: (awaited: GatesAwaited) => ObservedGateRun[], lost_gates = 0): Seen {
  const awaited = gates();
  const [first, ...others] = modules({ progress: LAST_ROUND, step: { ...AT_GREEN, gates: awaited } });
  if (first === undefined) throw new Error("the plan has modules");
  return { work: { modules: [first, ...others], lost_gates }, observed: { gateRuns: runs(awaited) } };
}

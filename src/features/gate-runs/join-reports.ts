import type { GateReport, ValidatorResult } from "../../domain/gates/gate-report.js";
import type { GateRunType } from "../../domain/gates/gate-request.js";
import { GATE_NUMBERS, type GateNumber, ValidatorCode } from "../../domain/gates/validator-code.js";
import { foldStatuses, type GateStatus } from "../../domain/validation/gate-status.js";

/** Every report of a run must have these validators. */
const MUST_REPORT: Readonly<Record<GateRunType, readonly GateNumber[]>> = {
  CONTRACT: [0, 1],
  EXECUTION: [2],
  INTEGRITY: [3],
  BASELINE: [],
  RESOLVE: [],
};

export type GateRow = {
  readonly gate: GateNumber;
  readonly status: GateStatus;
  readonly results: readonly ValidatorResult[];
};

/**
 * Joins the reports of judge and executor into the four gates. A validator in both reports counts with its worse
 * result. A gate without results is "did not run" if the run covers it, and skipped otherwise.
 */
export function joinReports(runType: GateRunType, reports: readonly Pick<GateReport, "validators">[]): GateRow[] {
  const all = reports.flatMap(({ validators }) => validators);
  const joined = ValidatorCode.options.flatMap((code) => {
    const found = all.filter((result) => result.code === code);
    const worst = foldStatuses(found.map(({ status }) => status));
    return found.find(({ status }) => status === worst) ?? [];
  });
  return GATE_NUMBERS.map((gate) => {
    const results = joined.filter((result) => result.gate === gate);
    const unreported = MUST_REPORT[runType].includes(gate) ? "NOT_RUN" : "SKIPPED";
    return { gate, results, status: results.length === 0 ? unreported : foldStatuses(results.map((r) => r.status)) };
  });
}

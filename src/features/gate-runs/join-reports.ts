import type { GateReport, ValidatorResult } from "../../domain/gates/gate-report.js";
import type { GateRunType } from "../../domain/gates/gate-request.js";
import { GATE_NUMBERS, type GateNumber, ValidatorCode } from "../../domain/gates/validator-code.js";
import { foldStatuses, type GateStatus } from "../../domain/validation/gate-status.js";

/** Without these a run has not judged what it is for: they may be missing from no report. */
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
 * The four gates from the reports of judge and executor. A validator that both report counts with its worse result. A
 * gate without any result did not run where the run is for it, and is skipped where it is not.
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

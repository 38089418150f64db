import { GATE_NAMES } from "../domain/gates/validator-code.js";
import { type GateStatus, isBlocking } from "../domain/validation/gate-status.js";
import type { GateResult } from "../gates/plan/gate-result.js";
import type { Paint } from "./paint.js";

const MARKS: Readonly<Record<GateStatus, string>> = {
  PASSED: "ok  ",
  WARNING: "warn",
  SKIPPED: "skip",
  FAILED: "FAIL",
  NOT_RUN: "----",
  VACUOUS: "VOID",
};

/** The result for a person: what failed and how to mend it first, then every gate with its validators. */
export function gatesText(result: GateResult, paint: Paint): string {
  const failures = result.validatorResults.filter(({ status }) => isBlocking(status) && status !== "NOT_RUN");
  const lines = [
    (result.passed ? paint.good : paint.bad)(result.summary),
    "",
    ...failures.flatMap(({ code, message, fix }) => [paint.bad(code), `  ${message}`, `  Fix: ${fix}`, ""]),
    ...result.gateResults.flatMap(({ gateNumber, status }) => [
      `Gate ${gateNumber} ${GATE_NAMES[gateNumber]}: ${colour(paint, status)(status)}`,
      ...result.validatorResults
        .filter(({ gate }) => gate === gateNumber)
        .map((line) => `  ${colour(paint, line.status)(MARKS[line.status])} ${line.code}: ${line.message}`),
    ]),
  ];
  return `${lines.join("\n")}\n`;
}

function colour(paint: Paint, status: GateStatus): (text: string) => string {
  if (isBlocking(status)) return paint.bad;
  if (status === "PASSED") return paint.good;
  return status === "WARNING" ? paint.busy : paint.dim;
}

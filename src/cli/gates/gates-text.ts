import { isUnconfined } from "../../domain/gates/confinement.js";
import { GATE_NAMES } from "../../domain/gates/validator-code.js";
import { type GateStatus, isBlocking } from "../../domain/validation/gate-status.js";
import type { GateResult } from "../../gates/plan/gate-result.js";
import { foundAt } from "../../gates/summary/found-at.js";
import type { Paint } from "../paint.js";

const MARKS: Readonly<Record<GateStatus, string>> = {
  PASSED: "ok  ",
  WARNING: "warn",
  SKIPPED: "skip",
  FAILED: "FAIL",
  NOT_RUN: "----",
  VACUOUS: "VOID",
};

/** The result for a person: first the failures with their fixes, then every gate with its validators. */
export function gatesText(result: GateResult, paint: Paint): string {
  // A gate after the failing one has nothing to show. In the failing gate, validators that did not run explain the
  // failure.
  const failures = result.validatorResults
    .filter(({ status, gate }) => isBlocking(status) && (status !== "NOT_RUN" || gate === result.failedAt))
    .sort((one, other) => Number(one.status === "NOT_RUN") - Number(other.status === "NOT_RUN"));
  const warnings = result.validatorResults.filter((each) => each.status === "WARNING" && foundAt(each).length > 0);
  const lines = [
    (result.passed ? paint.good : paint.bad)(result.summary),
    "",
    ...[...failures, ...warnings].flatMap((each) => [
      colour(paint, each.status)(each.code),
      `  ${each.message}`,
      ...foundAt(each).map((line) => `    ${line}`),
      `  Fix: ${each.fix}`,
      ...printed(each.details).map((line) => paint.dim(`  | ${line}`)),
      "",
    ]),
    ...result.gateResults.flatMap(({ gateNumber, status }) => [
      `Gate ${gateNumber} ${GATE_NAMES[gateNumber]}: ${colour(paint, status)(status)}`,
      ...result.validatorResults
        .filter(({ gate }) => gate === gateNumber)
        .map((line) => `  ${colour(paint, line.status)(MARKS[line.status])} ${line.code}: ${line.message}`),
    ]),
    "",
    (isUnconfined(result.confinement) ? paint.bad : paint.dim)(`Confinement: ${result.confinement}`),
  ];
  return `${lines.join("\n")}\n`;
}

const LINES_SHOWN = 30;

/** The end of a command's or a test's output, where a finding has it. The JSON result has all of it. */
function printed({ output }: Readonly<Record<string, unknown>>): string[] {
  if (typeof output !== "string" || output.trim() === "") return [];
  const lines = output.trimEnd().split("\n");
  const left = lines.length - LINES_SHOWN;
  return left > 0 ? [`[${left} lines before these]`, ...lines.slice(-LINES_SHOWN)] : lines;
}

function colour(paint: Paint, status: GateStatus): (text: string) => string {
  if (isBlocking(status)) return paint.bad;
  if (status === "PASSED") return paint.good;
  return status === "WARNING" ? paint.busy : paint.dim;
}

import type { AssertionResult } from "../../domain/enforcement/assertion-result.js";
import { compareInventory } from "../../domain/gates/compare-inventory.js";
import type { GateReport } from "../../domain/gates/gate-report.js";
import type { GateRunType } from "../../domain/gates/gate-request.js";
import { type GateNumber, VALIDATORS_BY_GATE, type ValidatorCode } from "../../domain/gates/validator-code.js";
import { isBlocking } from "../../domain/validation/gate-status.js";
import type { GateFailure } from "../modules/module-work.js";
import { awaitsJudge } from "./semantic-results.js";

/** The name under which mutants that nothing notices are reported. */
export const MUTATION = "MUTATION";

/** Both reports of one judgement. */
export type GateReports = { readonly judge: GateReport; readonly execute: GateReport };

/** The gates that a run covers (decisions.md#what-each-run-judges). Baseline and resolve judge nothing. */
const GATES_OF: Readonly<Record<GateRunType, readonly GateNumber[]>> = {
  CONTRACT: [0, 1],
  EXECUTION: [0, 1, 2],
  INTEGRITY: [3],
  BASELINE: [],
  RESOLVE: [],
};

/**
 * The failures. The list is empty if every validator of the run type has reported and none blocks. A validator that
 * neither report has did not run, and that is no pass.
 */
export function concludeGates({ judge, execute }: GateReports): GateFailure[] {
  const results = [...judge.validators, ...execute.validators];
  const blocking = results.filter(({ status }) => isBlocking(status));
  // What did not run because something failed is nobody's fault: only a run without failures is blocked by it.
  const failed = blocking.filter(({ status }) => status !== "NOT_RUN");
  const failures = (failed.length > 0 ? failed : blocking).map(({ code, message, fix }) => ({
    validator: code,
    message: message || `${code} failed`,
    fix,
  }));
  const silent = expectedOf(judge.run_type).filter((code) => !results.some((result) => result.code === code));
  // After a failing gate the next ones do not run. Only a run without failures must have every validator.
  const unheard = failures.length > 0 ? [] : silent.map(notReported);
  return [
    ...failures,
    ...unheard,
    ...assertionFailures([...judge.assertions, ...execute.assertions]),
    ...failuresBesideValidators({ judge, execute }),
  ];
}

/** Failures that are neither of a validator nor of an assertion. */
export function failuresBesideValidators(reports: GateReports): GateFailure[] {
  return [...commandFailures(reports.execute), ...inventoryFailures(reports), ...mutationFailures(reports.execute)];
}

function expectedOf(runType: GateRunType): ValidatorCode[] {
  return GATES_OF[runType].flatMap((gate): readonly ValidatorCode[] => VALIDATORS_BY_GATE[gate]);
}

function notReported(code: ValidatorCode): GateFailure {
  return { validator: code, message: `${code} was not reported by either run`, fix: "Run the gates again." };
}

/**
 * The assertions of the contract must hold; suggestions are reported and block nothing
 * (requirements.md#assert-and-suggest). The judge is asked once everything else is green.
 */
function assertionFailures(assertions: readonly AssertionResult[]): GateFailure[] {
  return assertions
    .filter((result) => result.assertion.type === "assert" && !result.passed && !awaitsJudge(result))
    .map(({ assertion, expected, actual, error }) => ({
      validator: `assertion ${assertion.check.type}`,
      message: `${assertion.message}: expected ${expected ?? assertion.condition}, found ${actual ?? error ?? "nothing"}`,
      fix: assertion.message,
    }));
}

/** A required command of the preset or an additional gate that failed and that no validator covers. */
function commandFailures({ commands }: GateReport): GateFailure[] {
  return commands
    .filter(({ required, status, name }) => required && isBlocking(status) && !JUDGED_COMMANDS.has(name))
    .map(({ name, command, output }) => ({
      validator: `command ${name}`,
      ...(command === ""
        ? { message: `${name} did not run: ${output}`, fix: `Name a command for ${name} in gates.overrides.` }
        : {
            message: `\`${command}\` failed: ${output.slice(-2_000) || "it printed nothing"}`,
            fix: `Make \`${command}\` succeed.`,
          }),
    }));
}

/** Tests that pass and would notice nothing (decisions.md#tests-must-notice). */
function mutationFailures({ mutation }: GateReport): GateFailure[] {
  if (mutation?.kind !== "tried") return [];
  return mutation.violations.map((violation) => ({ validator: MUTATION, ...violation }));
}

const JUDGED_COMMANDS = new Set(["setup", "typecheck", "lint", "test", "build"]);

/** Whether tests ran that could not be read before. Then no comparison is possible, and the result says so. */
export function isUncompared({ judge, execute }: GateReports): boolean {
  return judge.inventory === null && execute.tests.length > 0;
}

/**
 * The tests that ran must be the tests that were read, because code that runs could report others
 * (decisions.md#reading-and-running-are-apart). If the language cannot be read, a person has accepted that or a
 * validator blocks.
 */
function inventoryFailures({ judge, execute }: GateReports): GateFailure[] {
  if (execute.tests.length === 0 || judge.inventory === null) return [];
  const { unread, unrun } = compareInventory(
    judge.inventory.map(({ name }) => name),
    execute.tests.map(({ name }) => name),
  );
  if (unread.length === 0 && unrun.length === 0) return [];
  const says = (what: string, names: readonly string[]) =>
    names.length === 0
      ? []
      : [`${what}: ${names.slice(0, 10).join(", ")}${names.length > 10 ? ` and ${names.length - 10} more` : ""}`];
  return [
    {
      validator: "TEST_INVENTORY",
      message: `The tests that ran are not those in the file. ${[...says("Not in the file", unread), ...says("Not run", unrun)].join(". ")}.`,
      fix: "Give every test a literal title, and let the runner report each by it.",
    },
  ];
}

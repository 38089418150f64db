import type { CommandResult, ValidatorResult } from "../../domain/gates/gate-report.js";
import type { GateNumber } from "../../domain/gates/validator-code.js";
import { foldStatuses, type GateStatus, isBlocking } from "../../domain/validation/gate-status.js";
import { commandFailures } from "../pipeline/command-failures.js";
import type { Place } from "../validator.js";

/** The result of a stand-alone run, in its own spelling (requirements.md#result-of-a-run). */
export type GateResult = {
  readonly id: string;
  readonly status: "PASSED" | "FAILED";
  readonly passed: boolean;
  /** The last gate that ran. */
  readonly currentGate: GateNumber;
  readonly failedAt: GateNumber | null;
  readonly failedValidatorCode: string | null;
  readonly summary: string;
  readonly gateResults: readonly {
    readonly gateNumber: GateNumber;
    readonly status: GateStatus;
    readonly passedCount: number;
    readonly failedCount: number;
    readonly warningCount: number;
    readonly skippedCount: number;
  }[];
  readonly validatorResults: readonly {
    readonly code: string;
    readonly gate: GateNumber;
    readonly status: GateStatus;
    readonly message: string;
    readonly details: Readonly<Record<string, unknown>>;
    readonly durationMs: number;
    readonly fix: string;
    /** The places of the problems, beside `details`. */
    readonly places: readonly Place[];
  }[];
  readonly commandResults: readonly {
    readonly name: string;
    readonly command: string;
    readonly required: boolean;
    readonly status: GateStatus;
    readonly exitCode: number | null;
    readonly durationMs: number;
    readonly output: string;
  }[];
  /** The confinement of the code under test. */
  readonly confinement: string;
};

export type GateRunFacts = {
  readonly id: string;
  readonly gates: readonly GateNumber[];
  readonly validators: readonly ValidatorResult[];
  readonly commands: readonly CommandResult[];
  readonly confinement: string;
};

export function gateResult({ id, gates, validators, commands, confinement }: GateRunFacts): GateResult {
  const failedCommand = commandFailures(commands)[0];
  const blocking = firstToBlame(failedCommand === undefined ? validators : validators.filter(({ gate }) => gate <= 2));
  const failedAt = asGate(blocking?.gate) ?? (failedCommand === undefined ? null : 2);
  const failedCode = blocking?.code ?? failedCommand?.name ?? null;
  return {
    id,
    status: failedAt === null ? "PASSED" : "FAILED",
    passed: failedAt === null,
    currentGate: failedAt ?? lastGate(validators, gates),
    failedAt,
    failedValidatorCode: failedCode,
    summary: failedAt === null ? successWords(validators, commands) : `Failed at Gate ${failedAt}: ${failedCode}`,
    gateResults: gates.map((gate) => gateLine(gate, validators)),
    validatorResults: validators.map(({ duration_ms, ...result }) => ({
      ...result,
      gate: asGate(result.gate) ?? 0,
      durationMs: duration_ms,
    })),
    commandResults: commands.map(({ exit_code, duration_ms, ...command }) => ({
      ...command,
      exitCode: exit_code,
      durationMs: duration_ms,
    })),
    confinement,
  };
}

/**
 * The failures of the first failing gate. A NOT_RUN validator there is often caused by a failed one, never the other
 * way round.
 */
function firstToBlame(validators: readonly ValidatorResult[]): ValidatorResult | undefined {
  const blocking = validators.filter(({ status }) => isBlocking(status));
  const first = Math.min(...blocking.map(({ gate }) => gate));
  const failing = blocking.filter(({ gate }) => gate === first);
  return failing.find(({ status }) => status !== "NOT_RUN") ?? failing[0];
}

function asGate(gate: number | undefined): GateNumber | undefined {
  return gate === 0 || gate === 1 || gate === 2 || gate === 3 ? gate : undefined;
}

/** The last gate that ran anything. Gates that a run type skips were not reached. */
function lastGate(validators: readonly ValidatorResult[], gates: readonly GateNumber[]): GateNumber {
  const ran = validators.filter(({ status }) => status !== "SKIPPED").map(({ gate }) => gate);
  return asGate(Math.max(...ran, gates[0] ?? 0)) ?? 0;
}

function gateLine(gate: GateNumber, validators: readonly ValidatorResult[]): GateResult["gateResults"][number] {
  const statuses = validators.filter((validator) => validator.gate === gate).map(({ status }) => status);
  const count = (requested: (status: GateStatus) => boolean) => statuses.filter(requested).length;
  return {
    gateNumber: gate,
    status: foldStatuses(statuses),
    passedCount: count((status) => status === "PASSED"),
    failedCount: count(isBlocking),
    warningCount: count((status) => status === "WARNING"),
    skippedCount: count((status) => status === "SKIPPED"),
  };
}

function successWords(validators: readonly ValidatorResult[], commands: readonly CommandResult[]): string {
  const count = (requested: GateStatus) => validators.filter(({ status }) => status === requested).length;
  const skipped = count("SKIPPED");
  const words = passedWords(validators.length - skipped, count("WARNING"), commands);
  return skipped === 0 ? words : `${words}, ${skipped} skipped`;
}

function passedWords(judged: number, warnings: number, commands: readonly CommandResult[]): string {
  if (judged === 0) return unjudgedWords(commands);
  if (warnings > 0) return `All gates passed with ${warnings} ${warnings === 1 ? "warning" : "warnings"}`;
  return judged === 1 ? "The one validator passed" : `All ${judged} validators passed`;
}

/** A gate without validators has not passed: a baseline is measured, and a merge is judged by running it. */
function unjudgedWords(commands: readonly CommandResult[]): string {
  return commands.length === 0
    ? "Nothing to judge by reading: what this is about is judged by running it, in a run of its own"
    : `Nothing to judge: ${commands.length} ${commands.length === 1 ? "command" : "commands"} ran, and the report says what came of it`;
}

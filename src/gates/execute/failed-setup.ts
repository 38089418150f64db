import type { CommandResult } from "../../domain/gates/gate-report.js";
import { applyRequirement, isBlocking } from "../../domain/validation/gate-status.js";
import type { ModuleTestRun, SuiteFacts } from "../execution-facts.js";
import { shownCommand } from "../presets/fill-command.js";
import type { GateCommands, StepCommand } from "../presets/resolve-commands.js";
import { boundOutput } from "../readers/bound-output.js";

/** A failed set-up: the command and its output. Later steps would only fail with more confusing errors. */
export type FailedSetup = { readonly words: string; readonly output: string };

export function failedSetup({ command, status, exit_code, output }: CommandResult): FailedSetup | undefined {
  if (!isBlocking(status)) return undefined;
  const ending = exit_code === null ? "did not end by itself" : `ended with ${exit_code}`;
  return { words: `${command} ${ending}`, output };
}

const NO_FILES = { testFiles: [], changedFiles: [], dependencies: [] };

/** The module's tests, none of which could run. */
export function testsWithoutSetup(
  testFile: string,
  { runner }: GateCommands,
  { words, output }: FailedSetup,
): ModuleTestRun {
  const broken = { failure: "setup", setup: words, output: boundOutput(output) } as const;
  return {
    command: shownCommand(runner.test_files, { ...NO_FILES, testFiles: [testFile] }),
    tests: [],
    broken,
    assertions: null,
  };
}

/** The whole suite as one failed result, because no test was seen. */
export function suiteWithoutSetup({ test }: GateCommands, { words, output }: FailedSetup): SuiteFacts {
  const whole = { name: shownCommand(test.command, NO_FILES), status: "failed", output: boundOutput(output) } as const;
  return { ran: true, results: [whole], rerun: [whole], baseline: null, assertions: null, setup: words };
}

/** Existing steps that had to be left out. */
export function stepsWithoutSetup(steps: readonly StepCommand[]): CommandResult[] {
  return steps.flatMap((step) => (step.kind === "none" ? [] : [leftOut(step)]));
}

function leftOut({ name, required }: Extract<StepCommand, { kind: "command" }>): CommandResult {
  return {
    name,
    command: "",
    required,
    status: applyRequirement("NOT_RUN", required),
    exit_code: null,
    duration_ms: 0,
    output: "set-up failed",
  };
}

import type { CommandResult } from "../../domain/gates/gate-report.js";
import { applyRequirement } from "../../domain/validation/gate-status.js";
import { type CommandFacts, fillCommand } from "../presets/fill-command.js";
import type { StepCommand } from "../presets/resolve-commands.js";
import { boundOutput } from "../readers/bound-output.js";
import type { CommandEnd, CommandRun } from "../run/run-command.js";
import type { Workbench } from "../run/workbench.js";

const OUTPUT = 12_000;

/** Runs one step on restored files. A step that this repository does not have is SKIPPED, and says why. */
export async function runStep(
  bench: Workbench,
  step: StepCommand,
  facts: Omit<CommandFacts, "report">,
): Promise<{ readonly result: CommandResult; readonly run: CommandRun | null; readonly report: string }> {
  const report = await bench.newReport();
  if (step.kind === "none") return { result: skippedStep(step.name, step.reason), run: null, report };
  await bench.restore();
  const run = await bench.run(fillCommand(step.command, { ...facts, report }), { network: step.network });
  return { result: commandResult(step, run), run, report };
}

export function skippedStep(name: string, reason: string): CommandResult {
  return { name, command: "", required: false, status: "SKIPPED", exit_code: null, duration_ms: 0, output: reason };
}

/** An optional command that fails warns; a required one blocks (seed 001, gate checks). */
export function commandResult(
  { name, command, required }: { readonly name: string; readonly command: string; readonly required: boolean },
  { end, tail, durationMs }: CommandRun,
): CommandResult {
  const passed = end.kind === "exited" && end.code === 0;
  const ending = describeEnd(end);
  return {
    name,
    command: command.slice(0, 1_000),
    required,
    status: passed ? "PASSED" : applyRequirement("FAILED", required),
    exit_code: end.kind === "exited" ? end.code : null,
    duration_ms: durationMs,
    output: boundOutput(ending === undefined ? tail : `${tail}\n${ending}`, OUTPUT),
  };
}

function describeEnd(end: CommandEnd): string | undefined {
  switch (end.kind) {
    case "exited":
      return undefined;
    case "killed":
      return `[the command was killed by ${end.signal}]`;
    case "stopped":
      return `[the command was stopped: ${end.why}]`;
    case "not-started":
      return `[the command did not start: ${end.message}]`;
    default:
      return end satisfies never;
  }
}

import type { CommandResult } from "../../domain/gates/gate-report.js";
import { applyRequirement } from "../../domain/validation/gate-status.js";
import { type CommandFacts, fillCommand, shownCommand } from "../presets/fill-command.js";
import type { StepCommand } from "../presets/resolve-commands.js";
import { boundOutput } from "../readers/bound-output.js";
import type { CommandEnd, CommandRun } from "../run/run-command.js";
import type { Workbench } from "../run/workbench.js";

const OUTPUT = 12_000;

/**
 * Runs one step on restored files. A step that this repository does not have is SKIPPED with the reason. If the
 * configuration requests it by name, it is NOT_RUN, which is not a pass.
 */
export async function runStep(
  bench: Workbench,
  step: StepCommand,
  facts: Omit<CommandFacts, "report">,
): Promise<{ readonly result: CommandResult; readonly run: CommandRun | null; readonly report: string }> {
  const report = await bench.newReport();
  if (step.kind === "none") return { result: withoutCommand(step), run: null, report };
  await bench.restore();
  const run = await bench.run(fillCommand(step.command, { ...facts, report }), { network: step.network });
  return { result: commandResult({ ...step, command: shownCommand(step.command, facts) }, run), run, report };
}

export function withoutCommand({ name, reason, asked }: Extract<StepCommand, { kind: "none" }>): CommandResult {
  const nothing = { name, command: "", exit_code: null, duration_ms: 0 };
  if (asked === undefined) return { ...nothing, required: false, status: "SKIPPED", output: reason };
  const output = `gates.overrides asks for ${name}, and there is no command for it: ${reason}`;
  return { ...nothing, required: asked.required, status: applyRequirement("NOT_RUN", asked.required), output };
}

/** A failing optional command warns, a required one blocks (requirements.md#gate-checks). */
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

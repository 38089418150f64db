import type { CommandResult } from "../../domain/gates/gate-report.js";
import { applyRequirement } from "../../domain/validation/gate-status.js";
import type { GateContext } from "../gate-context.js";
import { type Finding, finding } from "../validator.js";

/** The number of last log characters in a finding. The command's own result has the whole log. */
const OUTPUT_TAIL = 4_000;

/** The finding of a step that ran or had to run. A preset without the step gives SKIPPED. */
export function commandFinding({ execution }: GateContext, step: string, what: string): Finding {
  if (execution === null) return finding("NOT_RUN", `${what} was not run`);
  const result = execution.commands.find(({ name }) => name === step);
  if (result === undefined) return finding("SKIPPED", `The preset has no ${step} command`);
  const details = { command: result.command, exitCode: result.exit_code, output: tailOf(result) };
  return finding(applyRequirement(result.status, result.required), messageOf(result, what), { details });
}

function messageOf({ command, status, exit_code, output }: CommandResult, what: string): string {
  if (command === "") return `${what} did not run: ${output}`;
  if (status === "PASSED") return `${what} is clean (${command})`;
  const ending = exit_code === null ? "did not end by itself" : `ended with ${exit_code}`;
  return `${what} failed: ${command} ${ending}`;
}

function tailOf({ output }: CommandResult): string {
  if (output.length <= OUTPUT_TAIL) return output;
  return `[the first ${output.length - OUTPUT_TAIL} characters are left out]\n${output.slice(-OUTPUT_TAIL)}`;
}

import type { CommandResult } from "../../domain/gates/gate-report.js";
import { isBlocking } from "../../domain/validation/gate-status.js";
import { CHECK_TEXT_LIMIT } from "../../render/check-digest.js";
import { codeBlock, folded, inlineCode } from "../../render/code.js";
import { cutLine } from "../../render/cut.js";
import { fitParts, type Part } from "../../render/fit.js";
import { plainLine } from "../../render/plain-text.js";

/** A run that passed although its command failed: the canary must fail. */
function exitWords(status: CommandResult["status"], code: CommandResult["exit_code"]): string {
  if (code === null) return "";
  return status === "PASSED" && code !== 0 ? ` (exit ${code}: the planted canary must fail)` : ` (exit ${code})`;
}

/** A step without a command has no output. */
const ran = (command: string): string[] => (command.trim() === "" ? [] : [inlineCode(command)]);

const printed = (output: string): string => (output.trim() === "" ? "It printed nothing." : codeBlock(output));

/** The output of commands: failed ones first, each folded. */
export function commandsText(commands: readonly CommandResult[]): string {
  if (commands.length === 0) return "";
  const ordered = commands.toSorted((a, b) => Number(isBlocking(b.status)) - Number(isBlocking(a.status)));
  const parts = ordered.map(({ name, command, status, exit_code, output }): Part => {
    const title = `${status} ${cutLine(plainLine(name), 60)}${exitWords(status, exit_code)}`;
    return {
      text: folded(title, [...ran(command), printed(output)].join("\n\n")),
      whenLeftOut: `${title}: what it printed did not fit; it is in the run's log.`,
    };
  });
  return fitParts("What the commands printed:", parts, CHECK_TEXT_LIMIT);
}

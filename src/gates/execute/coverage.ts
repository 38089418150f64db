import type { CommandResult } from "../../domain/gates/gate-report.js";
import { applyRequirement } from "../../domain/validation/gate-status.js";
import type { GateCommands } from "../presets/resolve-commands.js";

/** The measured coverage in percent; undefined if the output has none. */
export function readCoverage(format: "percent" | "lcov", text: string): number | undefined {
  if (format === "percent") {
    const last = [...text.matchAll(/(\d{1,3}(?:\.\d+)?)%/g)].at(-1)?.[1];
    return last === undefined ? undefined : Number(last);
  }
  const sum = (key: string) =>
    [...text.matchAll(new RegExp(`^${key}:(\\d+)$`, "gm"))].reduce((total, match) => total + Number(match[1]), 0);
  const found = sum("LF");
  return found === 0 ? undefined : (sum("LH") / found) * 100;
}

/** Judges a coverage command by its number, if the configuration sets a threshold. */
export function judgeCoverage(
  result: CommandResult,
  { format, threshold, ...step }: GateCommands["coverage"],
  text: string,
): CommandResult {
  if (result.status !== "PASSED" || threshold === null) return result;
  const required = step.kind === "command" && step.required;
  const measured = readCoverage(format, text);
  const said = measured === undefined ? "could not be read from the output" : `is ${measured.toFixed(1)} %`;
  const passed = measured !== undefined && measured >= threshold;
  return {
    ...result,
    status: passed ? "PASSED" : applyRequirement("FAILED", required),
    output: `Coverage ${said}; at least ${threshold} % is asked for.\n${result.output}`,
  };
}

import type { Refusal } from "../domain/refusal.js";
import { EXIT, type ExitCode } from "./exit-code.js";

type Manner = { readonly json: boolean; readonly exit?: ExitCode };

/**
 * Reports problems: sentences on standard error and, if JSON was requested, one document on standard output, in the
 * format of a refused plan file (requirements.md#the-plan-file).
 */
export function complain(
  command: string,
  { code, message }: Pick<Refusal, "code" | "message">,
  { json, exit = EXIT.badInput }: Manner,
): ExitCode {
  const details = message.split("\n");
  for (const line of details) process.stderr.write(`factory ${command}: ${line}\n`);
  if (json) process.stdout.write(`${JSON.stringify({ error: code, details }, null, 2)}\n`);
  return exit;
}

/** Whether JSON was requested, even if the other arguments cannot be parsed. */
export const asksJson = (args: readonly string[]): boolean => args.includes("--json");

import type { Refusal } from "../domain/refusal.js";
import { EXIT, type ExitCode } from "./exit-code.js";

type Manner = { readonly json: boolean; readonly exit?: ExitCode };

/**
 * What is wrong: sentences for a person on standard error and, where JSON was asked for, one document on standard output,
 * in the form in which a plan file is refused (requirements.md#the-plan-file).
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

/** Whether JSON was asked for, also where the rest of the arguments cannot be read. */
export const asksJson = (args: readonly string[]): boolean => args.includes("--json");

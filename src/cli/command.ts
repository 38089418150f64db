import type { ExitCode } from "./exit-code.js";

/** One subcommand of `factory`; a row, so that the help cannot drift from what there is. */
export type CliCommand = {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly run: (args: readonly string[]) => Promise<ExitCode>;
};

import type { ExitCode } from "./exit-code.js";

/** One subcommand of `factory`, as a row: help and reference are generated from it. */
export type CliCommand = {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** Every flag and its meaning. Positional arguments come first. */
  readonly flags: readonly (readonly [flag: string, meaning: string])[];
  /** The meaning of its exit codes. */
  readonly exits: string;
  readonly run: (args: readonly string[]) => Promise<ExitCode>;
};

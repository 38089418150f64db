import type { ExitCode } from "./exit-code.js";

/** One subcommand of `factory`; a row, so that help and reference cannot drift from what there is. */
export type CliCommand = {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** Every flag with what it does; what stands in place of a flag comes first. */
  readonly flags: readonly (readonly [flag: string, meaning: string])[];
  /** What its exit codes say. */
  readonly exits: string;
  readonly run: (args: readonly string[]) => Promise<ExitCode>;
};

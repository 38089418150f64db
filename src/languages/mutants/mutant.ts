import type { MutantOperator } from "../../domain/gates/mutation-report.js";

/** One change of a file that its tests should notice. */
export type Mutant = {
  readonly line: number;
  readonly operator: MutantOperator;
  /** What it does, in operators and never in words of the source: "`>=` becomes `>`". */
  readonly change: string;
  /** The function around it; empty outside of functions. */
  readonly within: string;
};

/** A file, and how it is put under test with all its mutants. */
export type MutableFile = {
  readonly mutants: readonly Mutant[];
  /**
   * The file with every mutant in it, and none of them active: the environment variable FACTORY_MUTANT activates one by
   * its name. So all of them need one version of the file.
   */
  prepared(nameOf: (index: number) => string): string;
};

/** Activates a mutant by its name, and names the file in which each that is reached is noted. */
export const MUTANT_VARIABLES = { active: "FACTORY_MUTANT", reached: "FACTORY_MUTANTS_REACHED" } as const;

/** The function in a prepared file that says whether a mutant is active. */
export const ACTIVATION = "__factory_mutant__";

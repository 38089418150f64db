import type { CommandResult } from "../domain/gates/gate-report.js";
import type { TestBaseline } from "../domain/validation/baseline.js";
import type { TestResult } from "../domain/validation/test-result.js";

/** Why a test failed. Only the first two make red real (decisions.md#the-validators). */
export type FailureClass = "assertion" | "missing-module" | "syntax" | "setup";

/** One test that ran; `failure` exactly when it failed. */
export type RanTest = TestResult & { readonly failure?: FailureClass };

/** `setup` names the failed set-up command, if no test was started because of it. */
export type BrokenRun = { readonly failure: FailureClass; readonly output: string; readonly setup?: string };

/** One run of the module's own test file. */
export type ModuleTestRun = {
  readonly command: string;
  readonly tests: readonly RanTest[];
  /** Why the file could not be collected, such as an import of a module that does not exist yet. */
  readonly broken: BrokenRun | null;
  /** The number of executed assertions; null if the runner does not count them. */
  readonly assertions: number | null;
};

/** One run of the whole suite, or why there was none. */
export type SuiteFacts =
  | { readonly ran: false; readonly reason: string }
  | {
      readonly ran: true;
      readonly results: readonly TestResult[];
      /** The re-run of the failing tests. */
      readonly rerun: readonly TestResult[];
      /** Null before the project has a baseline: then every failure is new. */
      readonly baseline: TestBaseline | null;
      readonly assertions: number | null;
      /** The failed set-up, if there is one. Then one result represents the tests that did not run. */
      readonly setup?: string;
    };

/** The results of running. The judge's context has none. */
export type ExecutionFacts = {
  /** The tests at the base with only the test file added; null if this run type does not run them. */
  readonly red: ModuleTestRun | null;
  readonly green: ModuleTestRun | null;
  /** By the name of the preset's step (`typecheck`, `lint`, `build`) or of the additional gate. */
  readonly commands: readonly CommandResult[];
  readonly suite: SuiteFacts;
};

import type { CommandResult } from "../domain/gates/gate-report.js";
import type { TestBaseline } from "../domain/validation/baseline.js";
import type { TestResult } from "../domain/validation/test-result.js";

/** Why a test failed. Red is real only by the first two (decisions.md#the-validators). */
export type FailureClass = "assertion" | "missing-module" | "syntax" | "setup";

/** One test as it ran; `failure` exactly when it failed. */
export type RanTest = TestResult & { readonly failure?: FailureClass };

/** `setup` names the command where it was set-up itself that failed, and no test was even started. */
export type BrokenRun = { readonly failure: FailureClass; readonly output: string; readonly setup?: string };

/** One run of the module's own test file. */
export type ModuleTestRun = {
  readonly command: string;
  readonly tests: readonly RanTest[];
  /** What kept the file from being collected at all, such as an import of a module that does not exist yet. */
  readonly broken: BrokenRun | null;
  /** How many assertions ran; null where the runner does not count them. */
  readonly assertions: number | null;
};

/** One run of the whole suite, or the reason why there was none. */
export type SuiteFacts =
  | { readonly ran: false; readonly reason: string }
  | {
      readonly ran: true;
      readonly results: readonly TestResult[];
      /** The one re-run of just the failing tests. */
      readonly rerun: readonly TestResult[];
      /** Null before the project has one: then every failure is new. */
      readonly baseline: TestBaseline | null;
      readonly assertions: number | null;
      /** The set-up that failed, where that is why: then the one result stands for tests that nobody ran. */
      readonly setup?: string;
    };

/** What running produced. A judge's context has none. */
export type ExecutionFacts = {
  /** The tests at the base with only the test file added; null when this run type does not run them. */
  readonly red: ModuleTestRun | null;
  readonly green: ModuleTestRun | null;
  /** By the name of the preset's step (`typecheck`, `lint`, `build`) or of the additional gate. */
  readonly commands: readonly CommandResult[];
  readonly suite: SuiteFacts;
};

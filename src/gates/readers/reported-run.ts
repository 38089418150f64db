import type { Outcome } from "../../domain/refusal.js";
import type { TestStatus } from "../../domain/validation/test-result.js";
import type { FailureClass } from "../execution-facts.js";

/** One test in a runner's report. */
export type ReportedTest = {
  /** Relative to the repository; null if the report has none. */
  readonly file: string | null;
  /** Suites from the outermost to the innermost, then the title. */
  readonly titles: readonly string[];
  readonly status: TestStatus;
  /** It ran and failed, but is allowed to: the runner does not count it. */
  readonly excused?: true;
  readonly durationMs?: number;
  /** The message of a failing test, bounded. */
  readonly output?: string;
  readonly failure?: FailureClass;
};

/** A file that failed as a whole: it could not be collected, or something besides its tests failed. */
export type BrokenFile = { readonly file: string | null; readonly failure: FailureClass; readonly output: string };

/** A runner's report, whatever its format. */
export type ReportedRun = {
  readonly tests: readonly ReportedTest[];
  readonly broken: readonly BrokenFile[];
  /** Null if the runner does not count assertions. */
  readonly assertions: number | null;
};

/** A report, and the facts that are needed to read it. */
export type ReportText = {
  readonly text: string;
  /** The runner's work folder: paths below it become relative. */
  readonly root: string;
  /** The rest of the command's output, for runners that explain a broken file only there. */
  readonly printed: string;
  /** Existing and planned files, to decide whether a missing module is the repository's. */
  readonly ownFiles?: readonly string[] | undefined;
};

/** Parses one format. Anything else is refused: half a report is no report. */
export type ReportReader = (report: ReportText) => Outcome<ReportedRun>;

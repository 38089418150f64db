import type { Outcome } from "../../domain/refusal.js";
import type { TestStatus } from "../../domain/validation/test-result.js";
import type { FailureClass } from "../execution-facts.js";

/** One test as a runner's report tells it. */
export type ReportedTest = {
  /** Relative to the repository; null where the report does not say. */
  readonly file: string | null;
  /** Suites from the outside in, then the title. */
  readonly titles: readonly string[];
  readonly status: TestStatus;
  /** It ran and failed, and was declared as one that may: the runner does not count it. */
  readonly excused?: true;
  readonly durationMs?: number;
  /** Of a failing test, bounded. */
  readonly output?: string;
  readonly failure?: FailureClass;
};

/** A file that failed as a whole: it could not be collected, or something beside its tests went wrong. */
export type BrokenFile = { readonly file: string | null; readonly failure: FailureClass; readonly output: string };

/** What a runner reported, whatever its format. */
export type ReportedRun = {
  readonly tests: readonly ReportedTest[];
  readonly broken: readonly BrokenFile[];
  /** Null where the runner does not count assertions. */
  readonly assertions: number | null;
};

/** A report, and what it needs to be understood. */
export type ReportText = {
  readonly text: string;
  /** The folder the runner worked in: paths below it become relative. */
  readonly root: string;
  /** Everything the command printed beside its report, for those runners that explain a broken file only there. */
  readonly printed: string;
  /** Files that are there or that the work will create, where it matters whose a missing module is. */
  readonly ownFiles?: readonly string[] | undefined;
};

/** Reads one format. Anything that is not such a report is refused: half a report is no report. */
export type ReportReader = (report: ReportText) => Outcome<ReportedRun>;

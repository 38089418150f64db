/** How a step, a job or a run ended. */
export type Conclusion = "success" | "failure" | "cancelled" | "skipped";

/** A run can also end before its start: its file is missing or not supported, or its inputs are wrong. */
export type RunConclusion = {
  readonly conclusion: Conclusion | "startup_failure";
  /** Why the run never started, or what stopped it as a whole. Absent when the jobs show the reason. */
  readonly reason?: string;
  readonly jobs: Readonly<Record<string, JobResult>>;
};

/** The result of a job for the jobs that need it. */
export type JobResult = { readonly conclusion: Conclusion; readonly outputs: Readonly<Record<string, string>> };

export type AnnotationLevel = "error" | "warning" | "notice";

/** The annotation of `::error file=...::message` at a line of code. */
export type Annotation = {
  readonly level: AnnotationLevel;
  readonly message: string;
  readonly title?: string;
  readonly file?: string;
  readonly line?: number;
  readonly endLine?: number;
  readonly column?: number;
  readonly endColumn?: number;
};

/** A step as GitHub numbers it: 1 is "Set up job", the last is "Complete job". */
export type StepHeading = { readonly number: number; readonly name: string };

/**
 * What a job leaves on the machine when its runner is killed: a folder, and processes with this id in their
 * environment.
 */
export type JobMark = { readonly trackingId: string; readonly folder: string };

/** Everything that a run reports to its host, in order. The host adds the time. `run` is the run's id. */
export type RunEvent = { readonly run: number } & RunNews;

/** The event. `job` is the job's key in the workflow. */
export type RunNews =
  | {
      readonly kind: "run-planned";
      readonly displayTitle: string;
      readonly jobs: readonly { readonly key: string; readonly name: string }[];
    }
  | { readonly kind: "run-waiting"; readonly group: string }
  | { readonly kind: "run-started" }
  | {
      readonly kind: "job-started";
      readonly job: string;
      readonly steps: readonly StepHeading[];
      readonly mark?: JobMark;
    }
  | { readonly kind: "step-started"; readonly job: string; readonly step: number }
  | { readonly kind: "log"; readonly job: string; readonly step: number; readonly line: string }
  | { readonly kind: "annotation"; readonly job: string; readonly step: number; readonly annotation: Annotation }
  | { readonly kind: "step-finished"; readonly job: string; readonly step: number; readonly conclusion: Conclusion }
  /** `summary` is the job's summary in Markdown, empty if no step wrote one. */
  | { readonly kind: "job-finished"; readonly job: string; readonly conclusion: Conclusion; readonly summary: string }
  | { readonly kind: "run-finished"; readonly conclusion: RunConclusion["conclusion"]; readonly reason?: string };

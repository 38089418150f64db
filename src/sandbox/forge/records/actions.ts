import type { JobMark } from "../../runner/run-event.js";

/** One attempt of a run. The state of the last attempt is the run's state. */
export type WorkflowRecord = {
  readonly id: number;
  readonly path: string;
  isDisabled: boolean;
  lastRunNumber: number;
  readonly createdAt: string;
  updatedAt: string;
};

type RunStatus = "queued" | "pending" | "in_progress" | "completed";
export type RunConclusion = "success" | "failure" | "cancelled" | "skipped" | "startup_failure";

/** One try of a run. The last one is the run's state. */
export type AttemptRecord = {
  readonly number: number;
  status: RunStatus;
  conclusion: RunConclusion | null;
  /**
   * Why the attempt never started, or what stopped it as a whole. The pages show it. GitHub's API has no field for it.
   */
  reason: string | null;
  readonly triggeringActorId: number;
  readonly jobIds: number[];
  readonly startedAt: string;
  updatedAt: string;
};

export type RunRecord = {
  readonly id: number;
  readonly workflowId: number;
  readonly path: string;
  /** The workflow's name at the creation of the run. */
  readonly name: string;
  displayTitle: string;
  readonly number: number;
  /** Fully qualified. */
  readonly ref: string;
  readonly headSha: string;
  readonly actorId: number;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly suiteId: number;
  readonly attempts: AttemptRecord[];
  readonly artifactIds: number[];
  readonly createdAt: string;
};

type StepRecord = {
  readonly number: number;
  readonly name: string;
  status: "queued" | "in_progress" | "completed";
  conclusion: "success" | "failure" | "cancelled" | "skipped" | null;
  startedAt: string | null;
  completedAt: string | null;
};

/** A job. Its check run has the same id. */
export type JobRecord = {
  readonly id: number;
  readonly runId: number;
  readonly attempt: number;
  /** The job's key in the workflow file. */
  readonly key: string;
  readonly name: string;
  status: "queued" | "in_progress" | "completed";
  conclusion: "success" | "failure" | "cancelled" | "skipped" | null;
  /** How to find the processes and files of its runner. Absent until it has a runner. */
  runner?: JobMark;
  steps: StepRecord[];
  summary: string;
  readonly createdAt: string;
  startedAt: string;
  completedAt: string | null;
};

/** The zip itself is a file (action-files.ts). */
export type ArtifactRecord = {
  readonly id: number;
  readonly runId: number;
  readonly name: string;
  readonly size: number;
  /** `sha256:…` of the zip. */
  readonly digest: string;
  readonly createdAt: string;
  readonly expiresAt: string;
};

/** Check runs and their suites: one suite per commit and App. Actions has one suite per workflow run. */
export const CHECK_CONCLUSIONS = [
  "action_required",
  "cancelled",
  "failure",
  "neutral",
  "success",
  "skipped",
  "timed_out",
] as const;
export type CheckConclusion = (typeof CHECK_CONCLUSIONS)[number];

export type CheckStatus = "queued" | "in_progress" | "completed";

export type CheckAnnotation = {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn: number | null;
  readonly endColumn: number | null;
  readonly level: "notice" | "warning" | "failure";
  readonly message: string;
  readonly title: string | null;
  readonly rawDetails: string | null;
};

/** A button that the App shows on its check run. */
export type CheckAction = { readonly label: string; readonly description: string; readonly identifier: string };

export type CheckOutput = {
  readonly title: string | null;
  readonly summary: string | null;
  readonly text: string | null;
};

export type CheckRunRecord = {
  readonly id: number;
  readonly suiteId: number;
  readonly appId: number;
  readonly headSha: string;
  name: string;
  externalId: string;
  detailsUrl: string | null;
  status: CheckStatus;
  conclusion: CheckConclusion | null;
  startedAt: string;
  completedAt: string | null;
  output: CheckOutput;
  readonly annotations: CheckAnnotation[];
  actions: readonly CheckAction[];
};

export type CheckSuiteRecord = {
  readonly id: number;
  readonly appId: number;
  readonly headSha: string;
  readonly headBranch: string | null;
  readonly runIds: number[];
  /** A rerun was requested and is not answered yet. The suite is queued, whatever its runs say. */
  isRerequested: boolean;
  /** The workflow run of the suite; null for every suite of another App. */
  readonly workflowRunId: number | null;
  readonly createdAt: string;
  updatedAt: string;
};

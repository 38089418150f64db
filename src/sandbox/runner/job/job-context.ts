import type { Confinement } from "../../../gates/run/confine.js";
import type { ExpressionScope, Json, Status } from "../expressions/expression-scope.js";
import type { RunnerHost } from "../host.js";
import type { Masker } from "../log/masker.js";
import type { StepConsole } from "../log/step-console.js";
import type { Machine } from "../machine.js";
import type { RunPlan } from "../plan-run.js";
import type { Conclusion, RunNews } from "../run-event.js";
import type { GithubContext, RunFacts } from "./github-context.js";
import type { JobFolders } from "./job-folders.js";

/** What all jobs of a run share. */
export type RunContext = {
  readonly host: RunnerHost;
  readonly machine: Machine;
  readonly facts: RunFacts;
  readonly plan: RunPlan;
  readonly github: GithubContext;
  /** Folders of the repository actions the workflow uses, by their `uses:`. */
  readonly actions: ReadonlyMap<string, string>;
  readonly confinement: Confinement;
  readonly report: (news: RunNews) => void;
};

/** What all steps of a job share and none of them changes. */
export type JobContext = RunContext & {
  readonly key: string;
  readonly folders: JobFolders;
  readonly masker: Masker;
  readonly token: string;
  readonly trackingId: string;
  readonly needs: Readonly<Record<string, Json>>;
  /** Called with the session of every process that starts, so that no process is left behind. */
  readonly onProcess: (session: number) => void;
};

/** The record of an earlier step that later steps see. */
export type StepRecord = {
  readonly outputs: Readonly<Record<string, string>>;
  /** Before and after `continue-on-error`. */
  readonly outcome: Conclusion;
  readonly conclusion: Conclusion;
};

/** The state that steps change. Each step takes one and returns the next. */
export type JobState = {
  readonly env: Readonly<Record<string, string>>;
  readonly pathAdditions: readonly string[];
  readonly steps: Readonly<Record<string, StepRecord>>;
  readonly status: Status;
  readonly summaries: readonly string[];
};

/** Everything that the body of one step needs. `contexts.env` equals `env`, including the step's own `env:`. */
export type StepWork = {
  readonly job: JobContext;
  readonly contexts: ExpressionScope["contexts"];
  readonly env: Readonly<Record<string, string>>;
  readonly pathAdditions: readonly string[];
  readonly signal: AbortSignal;
  readonly console: StepConsole;
  /** The step's path in the workflow file. */
  readonly field: readonly (string | number)[];
  /** Unique in the job. It names the step's files. */
  readonly key: string;
};

/** The end of a step's body, and what it left for later steps. */
export type StepEnd = {
  readonly outcome: "success" | "failure" | "cancelled";
  readonly outputs: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly path: readonly string[];
  readonly summary: string;
};

export function succeeded(outputs: Readonly<Record<string, string>> = {}): StepEnd {
  return { outcome: "success", outputs, env: {}, path: [], summary: "" };
}

/** Fails the step and reports it in the log and as an annotation. */
export function failed(work: Pick<StepWork, "console">, message: string): StepEnd {
  work.console.annotate("error", message);
  return { outcome: "failure", outputs: {}, env: {}, path: [], summary: "" };
}

export function cancelled(): StepEnd {
  return { outcome: "cancelled", outputs: {}, env: {}, path: [], summary: "" };
}

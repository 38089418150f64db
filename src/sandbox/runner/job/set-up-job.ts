import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { accept, type Outcome } from "../../../domain/refusal.js";
import { describeConfinement } from "../../../gates/run/confine.js";
import { interpolateAll } from "../expressions/evaluate.js";
import type { StepConsole } from "../log/step-console.js";
import type { Job, Permissions } from "../workflow/workflow.js";
import type { GithubContext } from "./github-context.js";
import type { JobContext, JobState, RunContext } from "./job-context.js";
import type { JobFolders } from "./job-folders.js";
import { resolveMinutes } from "./minutes.js";
import { scalars } from "./scalars.js";

/** The initial state of a job. */
export type JobStart = { readonly state: JobState; readonly timeoutMinutes: number };

/** GitHub's default timeout of a job. */
const JOB_MINUTES = 360;
/** The permissions of a token when the workflow sets none: GitHub's restricted default. */
const DEFAULT_PERMISSIONS: Permissions = { contents: "read", packages: "read" };

export function permissionsOf(run: RunContext, job: Job): Permissions {
  return job.permissions ?? run.plan.workflow.permissions ?? DEFAULT_PERMISSIONS;
}

/** The job's part of the `github` context. The event is written to GITHUB_EVENT_PATH. */
export async function jobGithub(
  run: RunContext,
  job: { readonly key: string; readonly token: string; readonly folders: JobFolders },
): Promise<GithubContext> {
  const folder = path.join(job.folders.temp, "_github_workflow");
  const eventPath = path.join(folder, "event.json");
  await mkdir(folder, { recursive: true });
  await writeFile(eventPath, JSON.stringify(run.facts.event, undefined, 2));
  return {
    ...run.github,
    workflow: run.plan.name,
    job: job.key,
    token: job.token,
    workspace: job.folders.workspace,
    event_path: eventPath,
  };
}

/** Describes this machine in the log, above all its limits. */
export function describeMachine(context: JobContext, job: Job, console: StepConsole): void {
  const granted = Object.entries(permissionsOf(context, job)).map(([name, access]) => `${name}: ${access}`);
  console.print("Runner: local, in a temporary folder of this machine");
  console.print(`Node: ${process.versions.node}, whatever version an action asks for`);
  console.print(`GITHUB_TOKEN permissions: ${["metadata: read", ...granted].join(", ")}`);
  console.print("Cache: none");
  const { confinement } = context;
  if (confinement.kind === "none") console.annotate("warning", unconfinedWords(confinement.reason));
  else console.print(`Confinement: ${describeConfinement(confinement)}`);
}

export function unconfinedWords(reason: string): string {
  return `Nothing confines code under test on this machine: ${reason}.`;
}

/** Evaluates what is needed before the first step. */
export function startOf(context: JobContext, job: Job): Outcome<JobStart> {
  const shared = { github: context.github, inputs: context.plan.inputs };
  const outer = interpolateAll(scalars(context.plan.workflow.env), { contexts: shared });
  if (!outer.ok) return outer;
  const scope = { contexts: { ...shared, needs: context.needs } };
  const own = interpolateAll(scalars(job.env), scope);
  if (!own.ok) return own;
  const minutes = resolveMinutes(job["timeout-minutes"] ?? JOB_MINUTES, scope);
  if (!minutes.ok) return minutes;
  const env = { ...outer.value, ...own.value };
  const state: JobState = { env, pathAdditions: [], steps: {}, status: "success", summaries: [] };
  return accept({ state, timeoutMinutes: minutes.value });
}

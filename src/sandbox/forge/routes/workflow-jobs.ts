/** Jobs and their logs. */
import { zipSync } from "fflate";
import type { LogLine } from "../action-files.js";
import { param, query, type RepositoryCall } from "../http/call.js";
import { notFound } from "../http/errors.js";
import { pageOf } from "../http/pagination.js";
import { type Reply, redirect, reply } from "../http/reply.js";
import { repositoryRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { latestAttempt } from "../operations/actions/attempt.js";
import type { AttemptRecord, JobRecord, RunRecord } from "../records/actions.js";
import { workflowJobJson } from "../resources/workflow-job.js";
import { theAttempt, theRun } from "./workflow-runs.js";
import { READ_ACTIONS } from "./workflows.js";

export const workflowJobsRoutes: readonly Route[] = [
  repositoryRoute("GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs", READ_ACTIONS, (call) => {
    const run = theRun(call);
    const attempts = query(call, "filter") === "all" ? run.attempts : [latestAttempt(run)];
    return listJobs(call, run, attempts);
  }),
  repositoryRoute(
    "GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/jobs",
    READ_ACTIONS,
    (call) => {
      const run = theRun(call);
      return listJobs(call, run, [theAttempt(call, run)]);
    },
  ),
  repositoryRoute("GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs", READ_ACTIONS, jobLog),
  repositoryRoute("GET /repos/{owner}/{repo}/actions/runs/{run_id}/logs", READ_ACTIONS, (call) => {
    const run = theRun(call);
    return attemptLogs(call, run, latestAttempt(run));
  }),
];

function listJobs(call: RepositoryCall, run: RunRecord, attempts: readonly AttemptRecord[]): Reply {
  const { hub, repository } = call;
  const jobs = attempts.flatMap((attempt) => jobsOf(call, attempt));
  const page = pageOf(call, jobs);
  return reply(
    200,
    { total_count: jobs.length, jobs: page.items.map((job) => workflowJobJson(hub, repository, { run, job })) },
    page.headers,
  );
}

function jobsOf({ repository }: RepositoryCall, { jobIds }: AttemptRecord): JobRecord[] {
  return jobIds.flatMap((id) => repository.jobs.get(id) ?? []);
}

function theJob(call: RepositoryCall): { job: JobRecord; run: RunRecord } {
  const job = call.repository.jobs.get(Number(param(call, "job_id")));
  const run = job === undefined ? undefined : call.repository.runs.get(job.runId);
  if (job === undefined || run === undefined) throw notFound();
  return { job, run };
}

/** Logs exist once the job has ended, like on GitHub. */
async function jobLog(call: RepositoryCall): Promise<Reply> {
  const { job } = theJob(call);
  const lines = await call.hub.files.readLog(job.id);
  if (lines === undefined) throw notFound();
  const body = Buffer.from(textOf(lines));
  const read = async () => ({ body, contentType: "text/plain; charset=utf-8" });
  return redirect(302, call.hub.downloads.link(`job-${job.id}.txt`, read));
}

async function attemptLogs(call: RepositoryCall, run: RunRecord, attempt: AttemptRecord): Promise<Reply> {
  if (attempt.status !== "completed") throw notFound();
  const read = async () => ({ body: await zippedLogs(call, attempt), contentType: "application/zip" });
  return redirect(302, call.hub.downloads.link(`logs-${run.id}-${attempt.number}.zip`, read));
}

/**
 * `0_job.txt` is the whole job, `job/2_step.txt` one of its steps. For a run that never started, a file gives the
 * reason.
 */
async function zippedLogs(call: RepositoryCall, attempt: AttemptRecord): Promise<Buffer> {
  const files: Record<string, Uint8Array> = {};
  const add = (path: string, text: string) => {
    files[path] = Buffer.from(text);
  };
  if (attempt.reason !== null) add("run.txt", `${attempt.reason}\n`);
  for (const [index, job] of jobsOf(call, attempt).entries()) {
    const lines = (await call.hub.files.readLog(job.id)) ?? [];
    add(`${index}_${fileName(job.name)}.txt`, textOf(lines));
    for (const { number, name } of job.steps) {
      add(`${fileName(job.name)}/${number}_${fileName(name)}.txt`, textOf(lines.filter(({ step }) => step === number)));
    }
  }
  return Buffer.from(zipSync(files));
}

const fileName = (name: string) => name.replace(/[/\\:*?"<>|\n]/g, "").slice(0, 90);

const textOf = (lines: readonly LogLine[]) => lines.map(({ at, line }) => `${at} ${line}\n`).join("");

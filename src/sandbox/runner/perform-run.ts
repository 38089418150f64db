import { holds, interpolate } from "./expressions/evaluate.js";
import type { Status } from "./expressions/expression-scope.js";
import type { RunContext } from "./job/job-context.js";
import { runJob } from "./job/run-job.js";
import type { JobResult, RunConclusion } from "./run-event.js";
import { type JobGraph, scheduleJobs, statusBefore } from "./schedule-jobs.js";
import type { Job } from "./workflow/workflow.js";
import { needsOf } from "./workflow/workflow-rules.js";

type Control = { readonly signal: AbortSignal; readonly cancel: () => void };

/** Waits for the run's turn, runs its jobs, and concludes. */
export async function performRun(run: RunContext, control: Control): Promise<RunConclusion> {
  const { plan, report, host } = run;
  report({ kind: "run-planned", displayTitle: plan.displayTitle, jobs: listJobs(run) });
  if (!host.platform.hostsRunners && Object.values(plan.workflow.jobs).some(asksForHostedRunner)) {
    await aborted(control.signal);
    return { conclusion: "cancelled", reason: "no runner has the labels that it asks for", jobs: {} };
  }
  if (plan.concurrency === undefined) return runJobs(run, control.signal);
  const place = host.concurrency.enter({ ...plan.concurrency, cancel: control.cancel });
  try {
    if (!place.isFirst) report({ kind: "run-waiting", group: plan.concurrency.group });
    await Promise.race([place.turn, aborted(control.signal)]);
    return await runJobs(run, control.signal);
  } finally {
    place.leave();
  }
}

async function runJobs(run: RunContext, signal: AbortSignal): Promise<RunConclusion> {
  if (signal.aborted) return { conclusion: "cancelled", reason: "cancelled before it started", jobs: {} };
  run.report({ kind: "run-started" });
  const { jobs } = run.plan.workflow;
  const graph: JobGraph = new Map(Object.entries(jobs).map(([key, job]) => [key, needsOf(job)]));
  const results = await scheduleJobs(graph, run.machine.parallelJobs, async (key, done) => {
    const job = jobs[key];
    if (job === undefined) throw new TypeError(`no job ${key}`);
    const status = signal.aborted ? "cancelled" : statusBefore(key, graph, done);
    return decideJob(run, { key, job, status, needs: needsContext(job, done), signal });
  });
  return { conclusion: concludeRun([...results.values()]), jobs: Object.fromEntries(results) };
}

const asksForHostedRunner = ({ "runs-on": labels }: Job): boolean =>
  typeof labels === "string" && labels.startsWith("ubuntu-");

type WaitingJob = {
  readonly key: string;
  readonly job: Job;
  readonly status: Status;
  readonly needs: Readonly<
    Record<string, { readonly result: string; readonly outputs: Readonly<Record<string, string>> }>
  >;
  readonly signal: AbortSignal;
};

/** Runs a job or skips it, by its `if:`. */
async function decideJob(run: RunContext, waiting: WaitingJob): Promise<JobResult> {
  const { key, job, status, needs, signal } = waiting;
  const contexts = { github: run.github, inputs: run.plan.inputs, needs };
  const requested = holds(job.if === undefined ? undefined : String(job.if), { contexts, status });
  if (requested.ok && requested.value) return runJob(run, { key, job, needs, cancel: detached(signal) });
  const conclusion = !requested.ok ? "failure" : status === "cancelled" ? "cancelled" : "skipped";
  const summary = requested.ok ? "" : `> [!CAUTION]\n> ${requested.refusal.message}\n`;
  run.report({ kind: "job-finished", job: key, conclusion, summary });
  return { conclusion, outputs: {} };
}

/** A job that starts after the cancellation, by `if: always()`, is not cancelled again. */
function detached(signal: AbortSignal): AbortSignal {
  return signal.aborted ? new AbortController().signal : signal;
}

function needsContext(job: Job, results: ReadonlyMap<string, JobResult>): WaitingJob["needs"] {
  const direct = needsOf(job).map((need) => {
    const { conclusion, outputs } = results.get(need) ?? { conclusion: "skipped" as const, outputs: {} };
    return [need, { result: conclusion, outputs }] as const;
  });
  return Object.fromEntries(direct);
}

/** One failure fails the run. A cancellation outweighs success. A run with only skipped jobs is skipped. */
export function concludeRun(results: readonly JobResult[]): RunConclusion["conclusion"] {
  const conclusions = results.map((result) => result.conclusion);
  if (conclusions.includes("failure")) return "failure";
  if (conclusions.includes("cancelled")) return "cancelled";
  return conclusions.every((conclusion) => conclusion === "skipped") ? "skipped" : "success";
}

/** Names are listed before anything runs. A name that uses `needs` is shown unevaluated. */
function listJobs(run: RunContext): { key: string; name: string }[] {
  const scope = { contexts: { github: run.github, inputs: run.plan.inputs } };
  return Object.entries(run.plan.workflow.jobs).map(([key, job]) => {
    const name = interpolate(job.name ?? key, scope);
    return { key, name: name.ok ? name.value : (job.name ?? key) };
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

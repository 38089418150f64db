import { randomUUID } from "node:crypto";
import { createMasker } from "../log/masker.js";
import type { StepConsole } from "../log/step-console.js";
import type { JobResult, StepHeading } from "../run-event.js";
import type { Job } from "../workflow/workflow.js";
import { completeJob } from "./complete-job.js";
import { concludeJob, type JobEnd, summaryOf } from "./conclude-job.js";
import type { JobContext, RunContext } from "./job-context.js";
import { createJobFolders } from "./job-folders.js";
import { createJobSignals } from "./job-signals.js";
import { timerMs } from "./minutes.js";
import { stepName } from "./run-step.js";
import { runSteps } from "./run-steps.js";
import { describeMachine, jobGithub, permissionsOf, startOf } from "./set-up-job.js";
import { createStepContext, FIRST_STEP, SET_UP_STEP, type StepContext } from "./step-context.js";

/** A job that may start. */
export type DueJob = {
  readonly key: string;
  readonly job: Job;
  readonly needs: JobContext["needs"];
  readonly cancel: AbortSignal;
};

/** GitHub's time limit for `always()` steps after a cancellation. */
const CLEAN_UP_MINUTES = 5;

/** Runs one job in its own folders and removes all of them, however the job ends. */
export async function runJob(run: RunContext, due: DueJob): Promise<JobResult> {
  const { key, job, needs } = due;
  const masker = createMasker();
  const session = createStepContext(run, key, masker);
  const sessions: number[] = [];
  const trackingId = `factory_${randomUUID()}`;
  const folders = await createJobFolders(run.machine.tempRoot, run.facts.repository.fullName);
  const mark = { trackingId, folder: folders.root };
  run.report({ kind: "job-started", job: key, steps: headings(job), mark });
  const setUp = session.open(SET_UP_STEP);
  let end: JobEnd | undefined;
  try {
    end = await withToken(run, due, async (token) => {
      masker.add(token);
      const github = await jobGithub(run, { key, token, folders });
      const onProcess = (session: number): void => void sessions.push(session);
      const context = { ...run, key, github, folders, masker, token, trackingId, needs, onProcess };
      return perform(context, due, { session, setUp });
    });
  } finally {
    const number = job.steps.length + FIRST_STEP;
    await completeJob({ session, number, sessions, trackingId, folders, annotations: end?.annotations ?? [] });
  }
  const { conclusion, outputs, summary } = end;
  run.report({ kind: "job-finished", job: key, conclusion, summary });
  return { conclusion, outputs };
}

/** The token is valid as long as its job runs. */
async function withToken<T>(run: RunContext, due: DueJob, use: (token: string) => Promise<T>): Promise<T> {
  const permissions = permissionsOf(run, due.job);
  const token = await run.host.mintToken({ run: run.facts.run.id, job: due.key, permissions });
  try {
    return await use(token);
  } finally {
    await run.host.revokeToken(token);
  }
}

async function perform(
  context: JobContext,
  { job, cancel }: DueJob,
  { session, setUp }: { readonly session: StepContext; readonly setUp: StepConsole },
): Promise<JobEnd> {
  describeMachine(context, job, setUp);
  const start = startOf(context, job);
  if (!start.ok) {
    setUp.annotate("error", start.refusal.message);
    session.close(SET_UP_STEP, "failure");
    for (const index of job.steps.keys()) session.close(index + FIRST_STEP, "skipped");
    return { conclusion: "failure", outputs: {}, summary: summaryOf(context, []), annotations: [] };
  }
  session.close(SET_UP_STEP, "success");
  const { state, timeoutMinutes } = start.value;
  const { minuteMs } = context.machine;
  const signals = createJobSignals({
    cancel,
    timeoutMs: timerMs(timeoutMinutes, minuteMs),
    cleanUpMs: CLEAN_UP_MINUTES * minuteMs,
    halt: context.machine.halt,
  });
  try {
    const last = await runSteps(context, { job, state, signals, session });
    return concludeJob(context, job, { state: last, timedOutAfter: signals.isTimedOut() ? timeoutMinutes : undefined });
  } finally {
    signals.end();
  }
}

function headings(job: Job): StepHeading[] {
  const names = ["Set up job", ...job.steps.map((step) => stepName(step)), "Complete job"];
  return names.map((name, index) => ({ number: index + 1, name }));
}

/** Turns the runner's reports into records, check runs and events. The caller holds the repository's lock. */
import type { Annotation, RunNews } from "../../../runner/run-event.js";
import type { Hub } from "../../hub.js";
import type { JobRecord, RunConclusion } from "../../records/actions.js";
import type { CheckAnnotation } from "../../records/check.js";
import { announceJob, announceRun } from "../announce/announce-run.js";
import { createCheckRun, updateCheckRun } from "../checks/record-check.js";
import { current, latestAttempt, type OfRun, runActing } from "./attempt.js";

export async function recordRunNews(hub: Hub, of: OfRun, news: RunNews): Promise<void> {
  const attempt = latestAttempt(current(of));
  attempt.updatedAt = hub.now();
  switch (news.kind) {
    case "run-planned":
      of.run.displayTitle = news.displayTitle;
      for (const job of news.jobs) await planJob(hub, of, job);
      return;
    case "run-waiting":
      attempt.status = "pending";
      return;
    case "run-started":
      attempt.status = "in_progress";
      return announceRun(hub, runActing(hub, of.run), { ...of, action: "in_progress" });
    case "job-started":
      return startJob(hub, of, news);
    case "step-started":
    case "step-finished":
      return recordStep(hub, of, news);
    case "annotation":
      return annotate(hub, of, news);
    case "job-finished":
      return finishJob(hub, of, news);
    case "run-finished":
      return concludeRun(hub, of, { conclusion: news.conclusion, reason: news.reason ?? null });
    case "log":
      return;
    default:
      return news satisfies never;
  }
}

async function planJob(
  hub: Hub,
  of: OfRun,
  { key, name }: { readonly key: string; readonly name: string },
): Promise<void> {
  const { repository, run } = of;
  // A run that was queued when the forge was killed is planned again.
  if (findJob(of, key) !== undefined) return;
  const now = hub.now();
  const job: JobRecord = {
    id: hub.nextId(),
    runId: run.id,
    attempt: run.attempts.length,
    key,
    name,
    status: "queued",
    conclusion: null,
    steps: [],
    summary: "",
    createdAt: now,
    startedAt: now,
    completedAt: null,
  };
  repository.jobs.set(job.id, job);
  latestAttempt(run).jobIds.push(job.id);
  const suite = suiteOf(of);
  await createCheckRun(hub, runActing(hub, run), { repository, suite, id: job.id, change: { name } });
  await announceJob(hub, runActing(hub, run), { repository, run, job, action: "queued" });
}

async function startJob(hub: Hub, of: OfRun, news: Extract<RunNews, { kind: "job-started" }>): Promise<void> {
  const job = jobOf(of, news.job);
  job.status = "in_progress";
  job.startedAt = hub.now();
  if (news.mark !== undefined) job.runner = news.mark;
  job.steps = news.steps.map(({ number, name }) => ({
    number,
    name,
    status: "queued",
    conclusion: null,
    startedAt: null,
    completedAt: null,
  }));
  await changeCheck(hub, of, job, { status: "in_progress", startedAt: job.startedAt });
  await announceJob(hub, runActing(hub, of.run), { ...of, job, action: "in_progress" });
}

function recordStep(hub: Hub, of: OfRun, news: Extract<RunNews, { kind: "step-started" | "step-finished" }>): void {
  const step = jobOf(of, news.job).steps.find(({ number }) => number === news.step);
  if (step === undefined) return;
  const now = hub.now();
  step.startedAt ??= now;
  step.status = news.kind === "step-started" ? "in_progress" : "completed";
  if (news.kind === "step-started") return;
  step.conclusion = news.conclusion;
  step.completedAt = now;
}

async function annotate(hub: Hub, of: OfRun, news: Extract<RunNews, { kind: "annotation" }>): Promise<void> {
  await changeCheck(hub, of, jobOf(of, news.job), { annotations: [annotationOf(news.annotation)] });
}

const LEVELS = { error: "failure", warning: "warning", notice: "notice" } as const;

/** GitHub shows an annotation without a file at the workflow file. */
function annotationOf({ level, message, title, file, line, endLine, column, endColumn }: Annotation): CheckAnnotation {
  const startLine = line ?? 1;
  const isOneLine = (endLine ?? startLine) === startLine;
  return {
    path: file ?? ".github",
    startLine,
    endLine: endLine ?? startLine,
    startColumn: isOneLine ? (column ?? null) : null,
    endColumn: isOneLine ? (endColumn ?? null) : null,
    level: LEVELS[level],
    message,
    title: title ?? null,
    rawDetails: null,
  };
}

async function finishJob(hub: Hub, of: OfRun, news: Extract<RunNews, { kind: "job-finished" }>): Promise<void> {
  const job = jobOf(of, news.job);
  const { conclusion, summary } = news;
  const now = hub.now();
  Object.assign(job, { status: "completed", conclusion, summary, completedAt: now });
  await changeCheck(hub, of, job, { conclusion, completedAt: now });
  await announceJob(hub, runActing(hub, of.run), { ...of, job, action: "completed" });
}

/** Concludes the current attempt and all of its unfinished jobs. */
export async function concludeRun(
  hub: Hub,
  of: OfRun,
  end: { readonly conclusion: RunConclusion; readonly reason: string | null },
): Promise<void> {
  const attempt = latestAttempt(current(of));
  for (const id of attempt.jobIds) {
    const job = of.repository.jobs.get(id);
    if (job === undefined || job.status === "completed") continue;
    const conclusion = end.conclusion === "startup_failure" ? "failure" : end.conclusion;
    await finishJob(hub, of, { kind: "job-finished", job: job.key, conclusion, summary: "" });
  }
  Object.assign(attempt, { status: "completed", ...end, updatedAt: hub.now() });
  if (end.reason !== null) hub.log(`run ${of.run.id} (${of.run.path}): ${end.conclusion}: ${end.reason}`);
  await announceRun(hub, runActing(hub, of.run), { ...of, action: "completed" });
}

export function jobOf(of: OfRun, key: string): JobRecord {
  const job = findJob(of, key);
  if (job === undefined) throw new Error(`run ${of.run.id} has no job ${key}`);
  return job;
}

function findJob({ repository, run }: OfRun, key: string): JobRecord | undefined {
  const jobs = latestAttempt(run).jobIds.map((id) => repository.jobs.get(id));
  return jobs.find((job) => job?.key === key);
}

function suiteOf({ repository, run }: OfRun) {
  const suite = repository.checkSuites.get(run.suiteId);
  if (suite === undefined) throw new Error(`run ${run.id} has lost its check suite`);
  return suite;
}

async function changeCheck(
  hub: Hub,
  of: OfRun,
  job: JobRecord,
  change: Parameters<typeof updateCheckRun>[2]["change"],
): Promise<void> {
  const run = of.repository.checkRuns.get(job.id);
  if (run === undefined) throw new Error(`job ${job.id} has lost its check run`);
  await updateCheckRun(hub, runActing(hub, of.run), { repository: of.repository, suite: suiteOf(of), run, change });
}

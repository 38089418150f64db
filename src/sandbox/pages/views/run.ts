/** One workflow run: its jobs with their steps, logs and summaries, and its artifacts. */
import type { LogLine } from "../../forge/action-files.js";
import { notFound } from "../../forge/http/errors.js";
import { latestAttempt } from "../../forge/operations/actions/attempt.js";
import type { JobRecord, RunRecord } from "../../forge/records/actions.js";
import { type Html, html } from "../html.js";
import { live, type Page } from "../layout.js";
import { checkIcon, checkWord } from "../parts/checks/check-icon.js";
import { logLines } from "../parts/checks/log-lines.js";
import { duration, moment } from "../parts/moment.js";
import { author } from "../parts/person.js";
import { prose } from "../parts/prose.js";
import { inRepository } from "../repository-frame.js";
import type { RepositoryVisit } from "../visit.js";

export async function runPage(visit: RepositoryVisit, id: string): Promise<Page> {
  const { repository, hub } = visit;
  const run = repository.runs.get(Number(id));
  if (run === undefined) throw notFound();
  const jobs = latestAttempt(run).jobIds.flatMap((jobId) => repository.jobs.get(jobId) ?? []);
  const cards = await Promise.all(jobs.map(async (job) => jobCard(visit, job, await hub.files.readLog(job.id))));
  const content = html`${live("run-head", runHead(visit, run))}<div id="jobs" data-live="list">${cards}</div>${live("artifacts", artifacts(visit, run))}`;
  return inRepository(visit, "actions", { title: run.displayTitle, content });
}

function runHead(visit: RepositoryVisit, run: RunRecord): Html {
  const { urls, owner, name } = visit;
  const attempt = latestAttempt(run);
  return html`<h1>${checkIcon(attempt)} ${run.displayTitle}</h1><p class="quiet">${run.name !== run.displayTitle && `${run.name} `}#${run.number} ${checkWord(attempt)} · started by ${author(visit, run.actorId)} ${moment(attempt.startedAt)} · <a href="${urls.commit(owner, name, run.headSha)}"><code>${run.headSha.slice(0, 7)}</code></a> · <code>${run.path}</code>${run.attempts.length > 1 && ` · attempt ${attempt.number}`}</p>${attempt.reason !== null && html`<p class="banner">${attempt.reason}</p>`}`;
}

function jobCard(visit: RepositoryVisit, job: JobRecord, log: readonly LogLine[] | undefined): Html {
  const steps = job.steps.map((step) => {
    const lines = (log ?? []).filter((line) => line.step === step.number);
    const head = html`${checkIcon(step)} <span>${step.name}</span><span class="grow"></span><span class="quiet">${duration(step.startedAt, step.completedAt)}</span>`;
    if (lines.length === 0) return html`<div class="step">${head}</div>`;
    return html`<details class="step"${step.conclusion === "failure" && html` open`}><summary>${head}</summary>${logLines(lines)}</details>`;
  });
  const waiting = job.status !== "completed" && html`<p class="card-note">The log comes when the job has ended.</p>`;
  return html`<section class="card job" id="job-${job.id}" data-live="block"><header class="card-head"><h2>${checkIcon(job)} ${job.name}</h2><span class="quiet">${checkWord(job)} ${duration(job.startedAt, job.completedAt)}</span></header>${steps}${waiting}${job.summary !== "" && html`<div class="card-body"><h3>Summary</h3>${prose(visit, job.summary)}</div>`}</section>`;
}

function artifacts({ repository }: RepositoryVisit, run: RunRecord): Html | undefined {
  const found = run.artifactIds.flatMap((id) => repository.artifacts.get(id) ?? []);
  if (found.length === 0) return undefined;
  return html`<h2>Artifacts</h2><ul class="list">${found.map(({ name, size, digest }) => html`<li class="row"><div class="row-main">${name} <p class="quiet digest">${size} bytes · ${digest}</p></div></li>`)}</ul>`;
}

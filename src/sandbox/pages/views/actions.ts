import { latestAttempt } from "../../forge/operations/actions/attempt.js";
import type { RunRecord } from "../../forge/records/actions.js";
import { branchOf } from "../../forge/ref-names.js";
import { type Html, html } from "../html.js";
import { live, type Page } from "../layout.js";
import { checkIcon } from "../parts/checks/check-icon.js";
import { duration, moment } from "../parts/moment.js";
import { pageOf, pager } from "../parts/pager.js";
import { author } from "../parts/person.js";
import { inRepository } from "../repository-frame.js";
import type { RepositoryVisit } from "../visit.js";

export function actionsPage(visit: RepositoryVisit): Page {
  const page = pageOf(visit.url, [...visit.repository.runs.values()].toReversed());
  const list =
    page.items.length === 0
      ? html`<p class="empty">No workflow has run yet.</p>`
      : html`<ul class="list">${page.items.map((run) => runRow(visit, run))}</ul>${pager(visit.url, page)}`;
  return inRepository(visit, "actions", {
    title: "Actions",
    content: html`<h1>Workflow runs</h1>${live("list", list)}`,
  });
}

function runRow(visit: RepositoryVisit, run: RunRecord): Html {
  const { urls, owner, name } = visit;
  const attempt = latestAttempt(run);
  const time = attempt.status === "completed" ? duration(attempt.startedAt, attempt.updatedAt) : "";
  return html`<li class="row">${checkIcon(attempt)}<div class="row-main"><a class="row-title" href="${urls.run(owner, name, run.id)}">${run.displayTitle}</a><p class="quiet">${run.name} #${run.number} · ${branchOf(run.ref) ?? run.ref} · started by ${author(visit, run.actorId)} ${moment(run.createdAt)}${attempt.number > 1 && ` · attempt ${attempt.number}`}</p></div><span class="quiet row-end">${time}</span></li>`;
}

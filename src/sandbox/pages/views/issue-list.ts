/** Issues and pull requests, newest first, in pages. */

import { latestRuns, runsOf, suitesOf } from "../../forge/operations/checks/check-suites.js";
import type { IssueRecord } from "../../forge/records/issue.js";
import { type Html, html } from "../html.js";
import { live, type Page } from "../layout.js";
import { checkIcon } from "../parts/checks/check-icon.js";
import { icon } from "../parts/icon.js";
import { labelsOf, labelTag } from "../parts/labels.js";
import { moment } from "../parts/moment.js";
import { pageOf, pager } from "../parts/pager.js";
import { author } from "../parts/person.js";
import { stateIcon, viewOf } from "../parts/state-badge.js";
import { summaryOf } from "../parts/summary-state.js";
import { inRepository } from "../repository-frame.js";
import type { RepositoryVisit } from "../visit.js";

export type Kind = "issues" | "pulls";

export function issueListPage(visit: RepositoryVisit, kind: Kind): Page {
  const { repository, urls, owner, name, url } = visit;
  const state = url.searchParams.get("state") === "closed" ? "closed" : "open";
  const all = [...repository.issues.values()].filter(({ isPull }) => isPull === (kind === "pulls")).toReversed();
  const requested = all.filter((issue) => issue.state === state);
  const page = pageOf(url, requested);
  const here = urls[kind](owner, name);
  const filter = (which: "open" | "closed", word: string) =>
    html`<a href="${here}?state=${which}"${which === state && html` aria-current="true"`}>${all.filter((issue) => issue.state === which).length} ${word}</a>`;
  const title = kind === "issues" ? "Issues" : "Pull requests";
  const list = html`<nav class="filters" aria-label="State">${filter("open", "open")}${filter("closed", "closed")}</nav>
${requested.length === 0 ? html`<p class="empty">There are no ${state} ${title.toLowerCase()}.</p>` : html`<ul class="list">${page.items.map((issue) => issueRow(visit, issue))}</ul>`}${pager(url, page)}`;
  return inRepository(visit, kind, {
    title,
    content: html`<div class="head-row"><h1>${title}</h1>${kind === "issues" && html`<a class="button primary" href="${here}/new">New issue</a>`}</div>${live("list", list)}`,
  });
}

function issueRow(visit: RepositoryVisit, issue: IssueRecord): Html {
  const { repository, urls, owner, name } = visit;
  const href = issue.isPull ? urls.pull(owner, name, issue.number) : urls.issue(owner, name, issue.number);
  return html`<li class="row">${stateIcon(viewOf(repository, issue))}<div class="row-main"><a class="row-title" href="${href}">${issue.title}</a> ${headCheckIcon(visit, issue)} ${labelsOf(repository, issue).map((label) => html`${labelTag(label)} `)}
<p class="quiet">#${issue.number} opened ${moment(issue.createdAt)} by ${author(visit, issue.userId)}</p></div>${issue.commentIds.length > 0 && html`<span class="quiet row-end">${icon("comment")} ${issue.commentIds.length}</span>`}</li>`;
}

function headCheckIcon({ repository }: RepositoryVisit, { number }: IssueRecord): Html | undefined {
  const sha = repository.pulls.get(number)?.head.sha ?? "";
  const runs = latestRuns(suitesOf(repository, sha).flatMap((suite) => runsOf(repository, suite)));
  return runs.length === 0 ? undefined : checkIcon(summaryOf(runs));
}

/** The parts that the four pages of a pull request share: title, state, branches and tabs. */
import { theAccount, theIssue, thePull } from "../../forge/lookup.js";
import { latestRuns, runsOf, suitesOf } from "../../forge/operations/checks/check-suites.js";
import { pullCommits, pullFiles } from "../../forge/operations/pulls/pull-facts.js";
import type { CheckRunRecord } from "../../forge/records/check.js";
import type { IssueRecord } from "../../forge/records/issue.js";
import type { PullRecord } from "../../forge/records/pull.js";
import { type Html, html } from "../html.js";
import { live, type Page } from "../layout.js";
import { checkIcon } from "../parts/checks/check-icon.js";
import { changeCount } from "../parts/diff-table.js";
import { author } from "../parts/person.js";
import { stateBadge, viewOf } from "../parts/state-badge.js";
import { summaryOf } from "../parts/summary-state.js";
import { inRepository } from "../repository-frame.js";
import type { RepositoryVisit } from "../visit.js";

export type PullTab = "conversation" | "commits" | "checks" | "files";
export type OnPull = { readonly pull: PullRecord; readonly issue: IssueRecord };

export function pullAt(visit: RepositoryVisit, number: string): OnPull {
  return { pull: thePull(visit.repository, number), issue: theIssue(visit.repository, number) };
}

/** Sorted by name, like on GitHub: gate 0 comes before gate 3. */
export function headChecks({ repository }: RepositoryVisit, { head }: PullRecord): CheckRunRecord[] {
  const runs = latestRuns(suitesOf(repository, head.sha).flatMap((suite) => runsOf(repository, suite)));
  return runs.toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

export async function inPull(
  visit: RepositoryVisit,
  { pull, issue }: OnPull,
  at: { tab: PullTab; content: Html },
): Promise<Page> {
  const title = `${issue.title} · Pull request #${issue.number}`;
  const head = html`<h1>${issue.title} <span class="quiet">#${issue.number}</span></h1>
<p class="under-title">${stateBadge(viewOf(visit.repository, issue))} <span>${sentence(visit, { pull, issue })}</span></p>${await pullTabs(visit, pull, at.tab)}`;
  return inRepository(visit, "pulls", { title, content: html`${live("pull-head", head)}${at.content}` });
}

function sentence(visit: RepositoryVisit, { pull, issue }: OnPull): Html {
  const { hub } = visit;
  const branches = html`<code>${pull.head.ref}</code> into <code>${pull.base.ref}</code>`;
  if (pull.mergedById === null) return html`${author(visit, issue.userId)} wants to merge ${branches}`;
  return html`<strong>${theAccount(hub.state, pull.mergedById).login}</strong> merged ${branches}`;
}

async function pullTabs(visit: RepositoryVisit, pull: PullRecord, current: PullTab): Promise<Html> {
  const { urls, owner, name, git, repository } = visit;
  const [files, commits] = await Promise.all([pullFiles(git, pull), pullCommits(git, pull)]);
  const checks = headChecks(visit, pull);
  const { number } = pull;
  const said = theIssue(repository, number).commentIds.length + pull.reviewIds.length;
  const rows = [
    { tab: "conversation", label: "Conversation", href: urls.pull(owner, name, number), count: said },
    { tab: "commits", label: "Commits", href: urls.pullCommits(owner, name, number), count: commits.length },
    { tab: "checks", label: "Checks", href: urls.pullChecks(owner, name, number), count: checks.length },
    { tab: "files", label: "Files changed", href: urls.pullFiles(owner, name, number), count: files.length },
  ] as const;
  const total = {
    additions: sum(files.map((file) => file.additions)),
    deletions: sum(files.map((file) => file.deletions)),
  };
  return html`<nav class="subtabs" aria-label="Pull request"><ul>${rows.map(
    ({ tab, label, href, count }) =>
      html`<li><a href="${href}"${tab === current && html` aria-current="page"`}>${tab === "checks" && checks.length > 0 && checkIcon(summaryOf(checks))}${label}<span class="count">${count}</span></a></li>`,
  )}</ul>${changeCount(total)}</nav>`;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

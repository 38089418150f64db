/** A page of a repository: its tabs, with the current one marked. */
import type { RepositoryRecord } from "../forge/records/repository.js";
import { type Html, html } from "./html.js";
import type { Page } from "./layout.js";
import { icon } from "./parts/icon.js";
import type { RepositoryVisit } from "./visit.js";

export type Tab = "code" | "issues" | "pulls" | "actions" | "releases";

export function inRepository(visit: RepositoryVisit, tab: Tab, page: Page): Page {
  const { repository, owner, name } = visit;
  return {
    ...page,
    title: `${page.title} · ${owner}/${name}`,
    content: html`${tabs(visit, tab)}<div class="page">${repository.archived && html`<p class="banner">This repository is archived: it can be read, not changed.</p>`}${page.content}</div>`,
  };
}

function tabs({ urls, repository, owner, name }: RepositoryVisit, current: Tab): Html {
  const open = openCounts(repository);
  const rows = [
    { tab: "code", label: "Code", href: urls.repository(owner, name), count: undefined },
    { tab: "issues", label: "Issues", href: urls.issues(owner, name), count: open.issues },
    { tab: "pulls", label: "Pull requests", href: urls.pulls(owner, name), count: open.pulls },
    { tab: "actions", label: "Actions", href: urls.actions(owner, name), count: undefined },
    { tab: "releases", label: "Releases", href: urls.releases(owner, name), count: repository.releases.size },
  ] as const;
  return html`<nav class="tabs" aria-label="Repository" id="tabs" data-live="block"><ul>${rows.map(
    (row) =>
      html`<li><a href="${row.href}"${row.tab === current && html` aria-current="page"`}>${icon(row.tab)}<span>${row.label}</span>${row.count !== undefined && html`<span class="count">${row.count}</span>`}</a></li>`,
  )}</ul></nav>`;
}

function openCounts({ issues }: RepositoryRecord): { issues: number; pulls: number } {
  const open = [...issues.values()].filter(({ state }) => state === "open");
  const pulls = open.filter(({ isPull }) => isPull).length;
  return { issues: open.length - pulls, pulls };
}

import { notFound } from "../../forge/http/errors.js";
import { byPublication, latestRelease, releaseByTag } from "../../forge/operations/repository/publish-release.js";
import type { ReleaseRecord } from "../../forge/records/release.js";
import { type Html, html } from "../html.js";
import type { Page } from "../layout.js";
import { icon } from "../parts/icon.js";
import { moment } from "../parts/moment.js";
import { author } from "../parts/person.js";
import { prose } from "../parts/prose.js";
import { inRepository } from "../repository-frame.js";
import type { RepositoryVisit } from "../visit.js";

export function releasesPage(visit: RepositoryVisit): Page {
  const releases = [...visit.repository.releases.values()].toSorted(byPublication).toReversed();
  const content = html`<h1>Releases</h1><div id="releases" data-live="list">${releases.length === 0 ? html`<p class="empty" id="no-release" data-live="block">Nothing has been released yet.</p>` : releases.map((release) => releaseCard(visit, release))}</div>`;
  return inRepository(visit, "releases", { title: "Releases", content });
}

export function releasePage(visit: RepositoryVisit, tag: string): Page {
  const draft = /^untagged-(\d+)$/.exec(tag)?.[1];
  const release = releaseByTag(visit.repository, tag) ?? visit.repository.releases.get(Number(draft ?? 0));
  if (release === undefined) throw notFound();
  const title = release.name ?? release.tagName;
  return inRepository(visit, "releases", { title, content: releaseCard(visit, release) });
}

function releaseCard(visit: RepositoryVisit, release: ReleaseRecord): Html {
  const { urls, owner, name, repository } = visit;
  const { id, tagName, draft, prerelease, publishedAt, createdAt } = release;
  const tags = [
    draft && html`<span class="tag">draft</span>`,
    prerelease && html`<span class="tag">pre-release</span>`,
    latestRelease(repository)?.id === id && html`<span class="tag good">latest</span>`,
  ];
  const page = urls.release(owner, name, draft ? `untagged-${id}` : tagName);
  return html`<section class="card release" id="release-${id}" data-live="block"><header class="card-head"><h2><a href="${page}">${release.name ?? tagName}</a></h2> ${tags}</header>
<div class="card-body"><p class="quiet">${author(visit, release.authorId)} ${draft ? "drafted" : "released"} this ${moment(publishedAt ?? createdAt)} · ${icon("label")} ${draft ? tagName : html`<a href="${urls.tree(owner, name, { ref: tagName })}">${tagName}</a>`}</p>${prose(visit, release.body)}</div></section>`;
}

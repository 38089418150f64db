/** The files of a folder, with its README below them. */
import type { TreeEntry } from "../../forge/git/objects.js";
import { branchRef } from "../../forge/ref-names.js";
import { type FoundPlace, findPlace } from "../find-place.js";
import { type Html, html } from "../html.js";
import { live, type Page } from "../layout.js";
import { fileContent } from "../parts/file-content.js";
import { icon } from "../parts/icon.js";
import { moment } from "../parts/moment.js";
import { placeBar } from "../parts/place-bar.js";
import { inRepository } from "../repository-frame.js";
import type { RepositoryVisit } from "../visit.js";

const README = /^readme(?:\.md|\.txt)?$/i;

export async function repositoryPage(visit: RepositoryVisit): Promise<Page> {
  const { repository, git } = visit;
  if (git.refs.has(branchRef(repository.defaultBranch))) return treePage(visit, repository.defaultBranch);
  const content = html`<p class="empty">This repository has no commit yet.</p>`;
  return inRepository(visit, "code", { title: "Empty repository", content: live("code", content) });
}

export async function treePage(visit: RepositoryVisit, words: string): Promise<Page> {
  const place = await findPlace(visit, words);
  const entries = (await visit.git.tree(place.entry.sha)) ?? [];
  const folders = entries.filter(({ type }) => type === "tree");
  const ordered = [...folders, ...entries.filter(({ type }) => type !== "tree")];
  const readme = entries.find(({ path, type }) => type === "blob" && README.test(path));
  const content = html`${placeBar(visit, place)}${lastCommit(visit, place)}
<ul class="list tree">${place.path !== "" && parentRow(visit, place)}${ordered.map((entry) => entryRow(visit, place, entry))}</ul>
${readme !== undefined && (await readmeCard(visit, place, readme))}`;
  const title = place.path === "" ? "Code" : place.path;
  return inRepository(visit, "code", { title, content: live("code", content) });
}

function lastCommit({ urls, owner, name }: RepositoryVisit, { commit, ref }: FoundPlace): Html {
  const [first = ""] = commit.message.split("\n");
  return html`<p class="last-commit"><strong>${commit.author.name}</strong> <a href="${urls.commit(owner, name, commit.sha)}">${first}</a> <span class="quiet">${moment(commit.committer.date)}</span> <a href="${urls.commits(owner, name, ref)}">All commits</a></p>`;
}

function parentRow({ urls, owner, name }: RepositoryVisit, { ref, path }: FoundPlace): Html {
  const parent = path.split("/").slice(0, -1).join("/");
  return html`<li class="row"><a href="${urls.tree(owner, name, { ref, path: parent })}" aria-label="The folder above">..</a></li>`;
}

function entryRow({ urls, owner, name }: RepositoryVisit, place: FoundPlace, { path, type }: TreeEntry): Html {
  const at = { ref: place.ref, path: place.path === "" ? path : `${place.path}/${path}` };
  if (type === "commit") return html`<li class="row">${icon("folder")} ${path} <span class="tag">submodule</span></li>`;
  const href = type === "tree" ? urls.tree(owner, name, at) : urls.file(owner, name, at);
  return html`<li class="row">${icon(type === "tree" ? "folder" : "file")} <a href="${href}">${path}</a></li>`;
}

async function readmeCard(visit: RepositoryVisit, { ref, path }: FoundPlace, readme: TreeEntry): Promise<Html> {
  const content = (await visit.git.blob(readme.sha)) ?? Buffer.alloc(0);
  const at = { ref, path: path === "" ? readme.path : `${path}/${readme.path}` };
  return html`<section class="card"><header class="card-head"><h2>${readme.path}</h2></header><div class="card-body">${fileContent(visit, at, { content, rendered: true })}</div></section>`;
}

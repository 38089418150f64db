import { fullName, ownerOf } from "../../forge/lookup.js";
import type { RepositoryRecord } from "../../forge/records/repository.js";
import { type Html, html } from "../html.js";
import { live, type Page } from "../layout.js";
import { countOf } from "../parts/count-of.js";
import { moment } from "../parts/moment.js";
import { avatar } from "../parts/person.js";
import type { Visit } from "../visit.js";

export function homePage(visit: Visit): Page {
  const repositories = [...visit.hub.state.repositories.values()];
  return {
    title: "Repositories",
    content: html`<div class="page"><h1>Repositories</h1>
<p class="quiet">A GitHub on this machine. The App works here as it would on github.com; everything you see is real git and the real API.</p>
${live("repositories", html`<ul class="list">${repositories.map((repository) => repositoryRow(visit, repository))}</ul>`)}</div>`,
  };
}

function repositoryRow({ hub, urls }: Visit, repository: RepositoryRecord): Html {
  const owner = ownerOf(hub.state, repository);
  const open = [...repository.issues.values()].filter(({ state }) => state === "open");
  const pulls = open.filter(({ isPull }) => isPull).length;
  return html`<li class="row">${avatar(owner)}<div class="row-main"><a class="row-title" href="${urls.repository(owner.login, repository.name)}">${fullName(hub.state, repository)}</a> ${repository.private && html`<span class="tag">private</span>`} ${repository.archived && html`<span class="tag">archived</span>`}
${repository.description !== null && html`<p>${repository.description}</p>`}<p class="quiet">${countOf(open.length - pulls, "open issue")} · ${countOf(pulls, "open pull request")} · pushed ${moment(repository.pushedAt)}</p></div></li>`;
}

import { notFound } from "../../forge/http/errors.js";
import { html } from "../html.js";
import type { Page } from "../layout.js";
import { checkCard } from "../parts/checks/check-card.js";
import { inRepository } from "../repository-frame.js";
import type { RepositoryVisit } from "../visit.js";

export function checkPage(visit: RepositoryVisit, id: string): Page {
  const { repository, urls, owner, name } = visit;
  const run = repository.checkRuns.get(Number(id));
  if (run === undefined) throw notFound();
  const commit = html`<a href="${urls.commit(owner, name, run.headSha)}"><code>${run.headSha.slice(0, 7)}</code></a>`;
  return inRepository(visit, "pulls", {
    title: run.name,
    content: html`<p class="quiet">A check of ${commit}</p>${checkCard(visit, run)}`,
  });
}

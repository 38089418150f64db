import { type Html, html } from "../html.js";
import type { RepositoryVisit } from "../visit.js";

/** A text of a conversation; undefined when it is empty. */
export function prose(visit: RepositoryVisit, text: string | null): Html | undefined {
  if (text === null || text.trim() === "") return undefined;
  const repositoryPath = visit.urls.repository(visit.owner, visit.name);
  return html`<div class="prose">${visit.markdown(text, { repositoryPath, lines: "kept" })}</div>`;
}

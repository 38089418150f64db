import { notFound } from "../../forge/http/errors.js";
import { findPlace } from "../find-place.js";
import { html } from "../html.js";
import { live, type Page } from "../layout.js";
import { fileContent, isMarkdown, rawUrl } from "../parts/file-content.js";
import { placeBar } from "../parts/place-bar.js";
import { inRepository } from "../repository-frame.js";
import type { RepositoryVisit } from "../visit.js";

export async function blobPage(visit: RepositoryVisit, words: string): Promise<Page> {
  const place = await findPlace(visit, words);
  const content = await visit.git.blob(place.entry.sha);
  if (content === undefined) throw notFound();
  const plain = visit.url.searchParams.has("plain");
  const here = visit.url.pathname;
  const toggle =
    isMarkdown(place.path) &&
    (plain ? html`<a href="${here}">Rendered</a>` : html`<a href="${here}?plain=1">Plain</a>`);
  const card = html`${placeBar(visit, place)}<section class="card"><header class="card-head"><span class="quiet">${content.length} bytes</span><span class="grow"></span>${toggle} <a href="${rawUrl(visit, place)}">Raw</a></header><div class="card-body">${fileContent(visit, place, { content, rendered: !plain })}</div></section>`;
  return inRepository(visit, "code", { title: place.path, content: live("code", card) });
}

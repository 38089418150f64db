/** The content of a file: rendered Markdown, a picture, or text with line numbers. */
import { type Html, html } from "../html.js";
import type { RepositoryVisit } from "../visit.js";
import type { At } from "./place-bar.js";

/** Longer files are shown raw on request, to keep the page readable. */
const LINES_SHOWN = 20_000;
const IMAGE = /\.(?:png|jpe?g|gif|webp)$/i;
export const isMarkdown = (path: string): boolean => /\.(?:md|markdown)$/i.test(path);

export type Shown = { readonly content: Buffer; readonly rendered: boolean };

export function fileContent(visit: RepositoryVisit, at: At, { content, rendered }: Shown): Html {
  const raw = rawUrl(visit, at);
  if (IMAGE.test(at.path)) return html`<p><img class="picture" src="${raw}" alt="${at.path}"></p>`;
  if (content.includes(0))
    return html`<p class="empty">A binary file of ${content.length} bytes. <a href="${raw}">Get it</a></p>`;
  const text = content.toString("utf8");
  if (rendered && isMarkdown(at.path)) return markdownFile(visit, at, text);
  const lines = text.replace(/\n$/, "").split("\n");
  if (lines.length > LINES_SHOWN)
    return html`<p class="empty">${lines.length} lines are too many to show. <a href="${raw}">Get it</a></p>`;
  return html`<table class="source"><colgroup><col class="number"><col></colgroup><tbody>${lines.map((line, index) => html`<tr id="L${index + 1}"><td class="number"><a href="#L${index + 1}">${index + 1}</a></td><td class="line">${line}</td></tr>`)}</tbody></table>`;
}

export function rawUrl({ urls, owner, name }: RepositoryVisit, at: At): string {
  return urls.file(owner, name, at).replace("/blob/", "/raw/");
}

function markdownFile(visit: RepositoryVisit, at: At, text: string): Html {
  const { urls, owner, name } = visit;
  const folder = { ref: at.ref, path: at.path.split("/").slice(0, -1).join("/") };
  const links = `${urls.file(owner, name, folder)}/`;
  const relativeTo = { links, images: links.replace("/blob/", "/raw/") };
  const repositoryPath = urls.repository(owner, name);
  return html`<div class="prose">${visit.markdown(text, { repositoryPath, lines: "joined", relativeTo })}</div>`;
}

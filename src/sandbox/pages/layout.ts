/** The frame of every page: head, top bar and content. */
import { type Html, html, type Part, render } from "./html.js";
import type { Visit } from "./visit.js";

/** The result of a view: the window title, and everything below the top bar. */
export type Page = { readonly title: string; readonly content: Html; readonly status?: number };

/** A page with another URL. */
export type Moved = { readonly movedTo: string };

/** Pages about something under way refresh. The others do not. */
const REFRESH_MS = 1500;

export function documentOf({ title, content }: Page, crumbs: Part): string {
  return `<!doctype html>\n${render(html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/_pages/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/_pages/page.css">
<script type="module" src="/_pages/page.js"></script>
</head>
<body data-refresh-ms="${REFRESH_MS}">
<a class="skip" href="#content">Skip to content</a>
<header class="top"><a class="mark" href="/" aria-label="All repositories"><img src="/_pages/icon.svg" alt="" width="24" height="24"></a><nav class="crumbs" aria-label="Place">${crumbs}</nav><span class="local" title="A GitHub on this machine; nothing here is on the internet">local</span></header>
<main id="content">${content}</main>
</body>
</html>`)}`;
}

/** A part of the page that is replaced when it has changed. */
export function live(id: string, content: Part): Html {
  return html`<div class="live" id="${id}" data-live="block">${content}</div>`;
}

export type Crumb = { readonly visit: Visit; readonly owner: string; readonly name: string };

export const homeCrumbs = html`<span>Repositories</span>`;

export function repositoryCrumbs({ visit, owner, name }: Crumb): Html {
  return html`<span class="owner">${owner}</span><span class="slash">/</span><a href="${visit.urls.repository(owner, name)}"><strong>${name}</strong></a>`;
}

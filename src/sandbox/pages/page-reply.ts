/** Pages as responses, with their security headers. */
import type { Reply } from "../forge/http/reply.js";
import { html, type Part } from "./html.js";
import { documentOf, homeCrumbs, type Moved, type Page, repositoryCrumbs } from "./layout.js";
import type { RepositoryVisit } from "./visit.js";

/**
 * Only scripts, styles, frames, forms and connections of this server, and no inline ones. Hostile text that passes the
 * sanitiser cannot run anything. Pictures from other servers would identify the reader.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const PAGE_HEADERS = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-cache",
  vary: "Cookie",
} as const;

export const homeReply = (page: Page): Reply => pageReply(page, homeCrumbs);

export function repositoryReply(visit: RepositoryVisit, page: Page | Moved): Reply {
  if ("movedTo" in page) return { status: 302, headers: { location: page.movedTo }, body: Buffer.alloc(0) };
  return pageReply(page, repositoryCrumbs({ visit, owner: visit.owner, name: visit.name }));
}

/** A refusal as a page, with GitHub's message. */
export function refusalReply(status: number, message: string): Reply {
  const title = status === 404 ? "Not found" : "That did not work";
  const words = status === 404 ? "There is nothing at this address." : message;
  const content = html`<div class="page"><h1>${title}</h1><p data-refusal>${words}</p><p><a href="/">All repositories</a></p></div>`;
  return pageReply({ title, content, status }, homeCrumbs);
}

function pageReply(page: Page, crumbs: Part): Reply {
  const headers = { ...PAGE_HEADERS, "content-type": "text/html; charset=utf-8" };
  return { status: page.status ?? 200, headers, body: Buffer.from(documentOf(page, crumbs)) };
}

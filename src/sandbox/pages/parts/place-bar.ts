/** The place in the code: the branch, which can be changed here, and the path, whose parts are links. */
import { branchOf, tagOf } from "../../forge/ref-names.js";
import { type Html, html } from "../html.js";
import type { RepositoryVisit } from "../visit.js";
import { icon } from "./icon.js";

export type At = { readonly ref: string; readonly path: string };

export function placeBar(visit: RepositoryVisit, { ref, path }: At): Html {
  const { urls, owner, name } = visit;
  const parts = path === "" ? [] : path.split("/");
  const trail = parts.map((part, index) => {
    if (index === parts.length - 1) return html`<strong>${part}</strong>`;
    const to = parts.slice(0, index + 1).join("/");
    return html`<a href="${urls.tree(owner, name, { ref, path: to })}">${part}</a><span class="slash">/</span>`;
  });
  const root = html`<a href="${urls.tree(owner, name, { ref })}"><strong>${name}</strong></a><span class="slash">/</span>`;
  return html`<div class="place">${refMenu(visit, ref)}<span class="trail">${root}${trail}</span></div>`;
}

function refMenu({ git, urls, owner, name }: RepositoryVisit, current: string): Html {
  const refs = [...git.refs.keys()];
  const group = (title: string, names: readonly string[]) =>
    names.length > 0 &&
    html`<h3>${title}</h3><ul>${names.toSorted().map((ref) => html`<li><a href="${urls.tree(owner, name, { ref })}"${ref === current && html` aria-current="true"`}>${ref}</a></li>`)}</ul>`;
  const shown = /^[0-9a-f]{40}$/.test(current) ? current.slice(0, 7) : current;
  return html`<details class="menu"><summary>${icon("branch")} ${shown}</summary><div class="menu-body">${group(
    "Branches",
    refs.flatMap((ref) => branchOf(ref) ?? []),
  )}${group(
    "Tags",
    refs.flatMap((ref) => tagOf(ref) ?? []),
  )}</div></details>`;
}

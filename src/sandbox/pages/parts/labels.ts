import type { IssueRecord, LabelRecord } from "../../forge/records/issue.js";
import type { RepositoryRecord } from "../../forge/records/repository.js";
import { type Html, html } from "../html.js";

export function labelsOf(repository: RepositoryRecord, issue: IssueRecord): LabelRecord[] {
  return issue.labelIds.flatMap((id) => repository.labels.get(id) ?? []);
}

/** The colour is an attribute of an SVG, because the page's policy forbids inline styles. */
export function labelTag({ name, color, description }: LabelRecord): Html {
  const fill = /^[\da-f]{6}$/i.test(color) ? `#${color}` : "#888";
  return html`<span class="label" title="${description ?? ""}"><svg viewBox="-1 -1 10 10" width="9" height="9" aria-hidden="true"><circle cx="4" cy="4" r="4" fill="${fill}" stroke="currentColor" stroke-opacity="0.35"/></svg>${name}</span>`;
}

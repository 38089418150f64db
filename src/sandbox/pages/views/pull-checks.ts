import { html } from "../html.js";
import { live, type Page } from "../layout.js";
import { checkCard } from "../parts/checks/check-card.js";
import { checkIcon } from "../parts/checks/check-icon.js";
import type { RepositoryVisit } from "../visit.js";
import { headChecks, inPull, pullAt } from "./pull-frame.js";

export async function pullChecksPage(visit: RepositoryVisit, number: string): Promise<Page> {
  const on = pullAt(visit, number);
  const runs = headChecks(visit, on.pull);
  const nav = html`<p class="quiet">On <code>${on.pull.head.sha.slice(0, 7)}</code>, the newest commit.</p><ul class="check-index">${runs.map((run) => html`<li><a href="#check-${run.id}">${checkIcon(run)} ${run.name}</a></li>`)}</ul>`;
  const content = html`${live("check-index", runs.length === 0 ? html`<p class="empty">No check has been made for the newest commit, <code>${on.pull.head.sha.slice(0, 7)}</code>.</p>` : nav)}
<div id="checks" data-live="list">${runs.map((run) => checkCard(visit, run))}</div>`;
  return inPull(visit, on, { tab: "checks", content });
}

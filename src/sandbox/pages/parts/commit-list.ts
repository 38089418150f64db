import { latestRuns, runsOf, suitesOf } from "../../forge/operations/checks/check-suites.js";
import { type Html, html } from "../html.js";
import type { RepositoryVisit } from "../visit.js";
import { checkIcon } from "./checks/check-icon.js";
import { moment } from "./moment.js";
import { summaryOf } from "./summary-state.js";

export async function commitList(visit: RepositoryVisit, shas: readonly string[]): Promise<Html> {
  const { git, urls, owner, name, repository } = visit;
  const commits = (await Promise.all(shas.map((sha) => git.commit(sha)))).flatMap((commit) => commit ?? []);
  return html`<ul class="list">${commits.map(({ sha, message, author, committer }) => {
    const [first = "", ...rest] = message.trim().split("\n");
    const body = rest.join("\n").trim();
    const runs = latestRuns(suitesOf(repository, sha).flatMap((suite) => runsOf(repository, suite)));
    return html`<li class="row"><div class="row-main"><a class="row-title" href="${urls.commit(owner, name, sha)}">${first}</a> ${runs.length > 0 && checkIcon(summaryOf(runs))}${body !== "" && html`<details class="fold"><summary>More</summary><pre class="message">${body}</pre></details>`}<p class="quiet">${author.name} · ${moment(committer.date)}</p></div><code class="row-end"><a href="${urls.commit(owner, name, sha)}">${sha.slice(0, 7)}</a></code></li>`;
  })}</ul>`;
}

/** The column next to a conversation: assignees, reviewers, and labels, which can be changed here. */

import { theAccount } from "../../forge/lookup.js";
import type { IssueRecord } from "../../forge/records/issue.js";
import { type Html, html } from "../html.js";
import { live } from "../layout.js";
import type { RepositoryVisit } from "../visit.js";
import { form, personPicker } from "./forms.js";
import { labelsOf, labelTag } from "./labels.js";
import { avatar } from "./person.js";

export function issueSide(visit: RepositoryVisit, issue: IssueRecord): Html {
  const labels = labelsOf(visit.repository, issue);
  const assignees = issue.assigneeIds.map((id) => theAccount(visit.hub.state, id));
  return html`${live(
    "side",
    html`<section><h2>Assignees</h2>${assignees.length === 0 ? html`<p class="quiet">Nobody</p>` : assignees.map((account) => html`<p>${avatar(account, 20)} ${account.login}</p>`)}</section>
<section><h2>Labels</h2>${labels.length === 0 ? html`<p class="quiet">None</p>` : html`<p class="labels">${labels.map(labelTag)}</p>`}</section>`,
  )}${labelForm(visit, issue)}`;
}

function labelForm(visit: RepositoryVisit, issue: IssueRecord): Html {
  const { urls, owner, name, repository } = visit;
  const known = [...repository.labels.values()].map((label) => html`<option value="${label.name}"></option>`);
  return html`<details class="fold"><summary>Change labels</summary>${form({
    name: "label",
    action: `${urls.issue(owner, name, issue.number)}/labels`,
    content: html`<label>Label <input name="label" list="known-labels" required maxlength="50" autocomplete="off"></label><datalist id="known-labels">${known}</datalist>
<div class="form-row">${personPicker(visit)}<span class="grow"></span><button name="change" value="remove">Remove</button><button name="change" value="add">Add</button></div>`,
  })}</details>`;
}

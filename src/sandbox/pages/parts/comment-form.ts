import type { IssueRecord } from "../../forge/records/issue.js";
import { type Html, html } from "../html.js";
import type { RepositoryVisit } from "../visit.js";
import { form, personPicker } from "./forms.js";

/** A form for comments as any user. It is outside the parts that refresh, so that a half-typed comment stays. */
export function commentForm(visit: RepositoryVisit, issue: IssueRecord, isMerged = false): Html {
  const { urls, owner, name } = visit;
  const kind = issue.isPull ? "pull request" : "issue";
  return form({
    name: "comment",
    action: `${urls.issue(owner, name, issue.number)}/comments`,
    content: html`<label for="comment-body">Add a comment</label>
<textarea id="comment-body" name="body" rows="4" placeholder="Markdown, or a command such as /factory help" spellcheck="true"></textarea>
<div class="form-row">${personPicker(visit)}<span class="grow"></span>
<span id="close-button" data-live="block">${isMerged ? "" : closeButton(issue, kind)}</span><button class="primary" name="afterwards" value="stay">Comment</button></div>`,
  });
}

function closeButton({ state }: IssueRecord, kind: string): Html {
  if (state === "open") return html`<button name="afterwards" value="close">Close ${kind}</button>`;
  return html`<button name="afterwards" value="reopen">Reopen ${kind}</button>`;
}

import { type Html, html } from "../html.js";
import type { OnPull } from "../views/pull-frame.js";
import type { RepositoryVisit } from "../visit.js";
import { form, personPicker } from "./forms.js";

export function reviewForm(visit: RepositoryVisit, { pull, issue }: OnPull): Html | undefined {
  const { urls, owner, name } = visit;
  if (issue.state === "closed") return undefined;
  return html`<details class="fold"><summary>Review</summary>${form({
    name: "review",
    action: `${urls.pull(owner, name, pull.number)}/reviews`,
    content: html`<label for="review-body">Review</label><textarea id="review-body" name="body" rows="3"></textarea>
<div class="form-row">${personPicker(visit)}<span class="grow"></span><button name="event" value="COMMENT">Comment</button><button name="event" value="REQUEST_CHANGES">Request changes</button><button class="good" name="event" value="APPROVE">Approve</button></div>`,
  })}</details>`;
}

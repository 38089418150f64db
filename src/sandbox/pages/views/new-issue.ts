import { html } from "../html.js";
import type { Page } from "../layout.js";
import { form, personPicker } from "../parts/forms.js";
import { inRepository } from "../repository-frame.js";
import type { RepositoryVisit } from "../visit.js";

export function newIssuePage(visit: RepositoryVisit): Page {
  const { urls, owner, name, repository, url } = visit;
  // Like on GitHub, a URL can fill the form: ?title=Build+it&labels=factory
  const requested = (url.searchParams.get("labels") ?? "").split(",").filter((label) => label !== "");
  const known = [...repository.labels.values()].map((label) => label.name);
  const labels = [...new Set([...known, ...requested])].map(
    (label) =>
      html`<label class="choice"><input type="checkbox" name="labels" value="${label}"${requested.includes(label) && html` checked`}> ${label}</label>`,
  );
  return inRepository(visit, "issues", {
    title: "New issue",
    content: html`<h1>New issue</h1>${form({
      name: "new-issue",
      action: urls.issues(owner, name),
      content: html`<label>Title <input name="title" value="${url.searchParams.get("title") ?? ""}" required maxlength="256" autocomplete="off"></label>
<label>Description <textarea name="body" rows="8"></textarea></label>
${labels.length > 0 && html`<fieldset><legend>Labels</legend>${labels}</fieldset>`}
<div class="form-row">${personPicker(visit)}<span class="grow"></span><button class="primary">Open issue</button></div>`,
    })}`,
  });
}

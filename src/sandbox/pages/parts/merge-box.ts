/** Whether a pull request can be merged, and the merge button. */
import { actingAs } from "../../forge/context.js";
import { pullFacts } from "../../forge/operations/pulls/pull-facts.js";
import type { RepositorySettings } from "../../forge/records/repository.js";
import { type Html, html } from "../html.js";
import { live } from "../layout.js";
import type { OnPull } from "../views/pull-frame.js";
import type { RepositoryVisit } from "../visit.js";
import { form, personPicker } from "./forms.js";

const WORDS: Readonly<Record<string, string>> = {
  clean: "Nothing stands in the way of merging.",
  unstable: "It can be merged; some checks have not succeeded.",
  blocked: "Merging is blocked: a required review or check is missing.",
  dirty: "It conflicts with its base branch.",
  draft: "This is a draft.",
  unknown: "Whether it can be merged is being computed.",
};

const METHODS: readonly (readonly [keyof RepositorySettings, string, string])[] = [
  ["allowSquashMerge", "squash", "Squash and merge"],
  ["allowMergeCommit", "merge", "Merge commit"],
  ["allowRebaseMerge", "rebase", "Rebase and merge"],
];

export async function mergeBox(visit: RepositoryVisit, { pull, issue }: OnPull): Promise<Html | undefined> {
  const { hub, repository, urls, owner, name, person } = visit;
  if (issue.state === "closed") return html`<div id="merge" data-live="block"></div>`;
  const acting = actingAs({ kind: "user", user: person, scopes: ["repo"] }, Promise.resolve());
  const { mergeableState } = await pullFacts(hub, acting, { repository, pull });
  const methods = METHODS.filter(([setting]) => repository.settings[setting]);
  return live(
    "merge",
    html`<section class="merge ${mergeableState}"><p>${WORDS[mergeableState] ?? mergeableState}</p>${form({
      name: "merge",
      action: `${urls.pull(owner, name, pull.number)}/merge`,
      content: html`<div class="form-row">${personPicker(visit)}<span class="grow"></span><select name="method" aria-label="How">${methods.map(([, value, label]) => html`<option value="${value}">${label}</option>`)}</select><button class="good">Merge</button></div>`,
    })}</section>`,
  );
}

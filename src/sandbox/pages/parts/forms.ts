/** The parts of every form: the acting user, the target, and a place for a refusal. */
import { roleOf } from "../../forge/lookup.js";
import { type Html, html, type Part } from "../html.js";
import type { RepositoryVisit } from "../visit.js";

export function personPicker({ hub, repository, people, person }: RepositoryVisit): Html {
  return html`<label class="as">as <select name="as">${people.map(
    ({ id, login }) =>
      html`<option value="${login}"${id === person.id && html` selected`}>${login} (${roleOf(hub.state, repository, id) ?? "no access"})</option>`,
  )}</select></label>`;
}

export type FormParts = { readonly action: string; readonly content: Part; readonly name: string };

export function form({ action, content, name }: FormParts): Html {
  return html`<form class="form form-${name}" method="post" action="${action}" data-form="${name}">${content}<p class="refusal" role="alert" hidden></p></form>`;
}

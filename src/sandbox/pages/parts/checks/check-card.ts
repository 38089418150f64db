/** One check run: its state, its summary, its annotations, and its App's buttons. */
import { ACTIONS_APP_ID } from "../../../forge/operations/checks/check-suites.js";
import type { CheckRunRecord } from "../../../forge/records/check.js";
import { type Html, html } from "../../html.js";
import type { RepositoryVisit } from "../../visit.js";
import { form, personPicker } from "../forms.js";
import { duration, moment } from "../moment.js";
import { prose } from "../prose.js";
import { annotationNote } from "./annotation-note.js";
import { checkIcon, checkWord } from "./check-icon.js";

export function checkCard(visit: RepositoryVisit, run: CheckRunRecord): Html {
  const { name, output, startedAt, completedAt, annotations } = run;
  const time = showsDuration(run) ? duration(startedAt, completedAt) : "";
  return html`<section class="card check" id="check-${run.id}" data-live="block"><header class="card-head"><h2>${checkIcon(run)} ${name}</h2><span class="quiet">${checkWord(run)}${time !== "" && ` in ${time}`} · ${moment(completedAt ?? startedAt)}</span></header>
<div class="card-body">${output.title !== null && html`<h3>${output.title}</h3>`}${prose(visit, output.summary)}${prose(visit, output.text)}
${annotations.length > 0 && html`<h3>Annotations</h3>${annotations.map(annotationNote)}`}${links(visit, run)}${buttons(visit, run)}</div></section>`;
}

/** A neutral or skipped check took no time, so no duration is shown. */
function showsDuration({ conclusion }: CheckRunRecord): boolean {
  return conclusion !== null && ["success", "failure", "timed_out", "cancelled"].includes(conclusion);
}

function links({ urls, owner, name, repository }: RepositoryVisit, run: CheckRunRecord): Html | undefined {
  const job = repository.jobs.get(run.id);
  if (job !== undefined)
    return html`<p><a href="${urls.run(owner, name, job.runId)}#job-${job.id}">Log of the job</a></p>`;
  // The App chose the URL. Only a URL that is safe in a browser becomes a link.
  if (run.detailsUrl === null || !/^https?:\/\//i.test(run.detailsUrl)) return undefined;
  return html`<p><a href="${run.detailsUrl}" rel="noopener noreferrer">Details</a></p>`;
}

function buttons(visit: RepositoryVisit, run: CheckRunRecord): Html | undefined {
  const { urls, owner, name } = visit;
  if (run.appId === ACTIONS_APP_ID) return undefined;
  const own = run.actions.map(
    ({ label, identifier, description }) =>
      html`<button name="identifier" value="${identifier}" title="${description}">${label}</button>`,
  );
  const again = run.status === "completed" && html`<button name="again" value="1">Re-run</button>`;
  if (own.length === 0 && again === false) return undefined;
  return form({
    name: "check",
    action: `${urls.check(owner, name, run.id)}/actions`,
    content: html`<div class="form-row">${personPicker(visit)}<span class="grow"></span>${own}${again}</div>`,
  });
}

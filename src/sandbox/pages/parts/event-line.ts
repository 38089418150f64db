import { type Html, html, type Part } from "../html.js";
import type { RepositoryVisit } from "../visit.js";
import { type IconName, icon } from "./icon.js";
import { moment } from "./moment.js";
import { author } from "./person.js";

/** An event without a text of its own: a label, a commit, a merge. */
export type EventLine = {
  readonly id: string;
  readonly sign: IconName;
  readonly userId?: number;
  readonly words: Part;
  readonly at: string;
};

export function eventLine(visit: RepositoryVisit, { id, sign, userId, words, at }: EventLine): Html {
  return html`<p class="event" id="${id}" data-live="block"><span class="event-sign">${icon(sign)}</span><span>${userId !== undefined && html`${author(visit, userId)} `}${words} <span class="quiet">${moment(at)}</span></span></p>`;
}

/** A comment: its author, time, text and reactions. */

import { theAccount } from "../../forge/lookup.js";
import type { ReactionRecord } from "../../forge/records/issue.js";
import { type Html, html, type Part } from "../html.js";
import type { RepositoryVisit } from "../visit.js";
import { moment } from "./moment.js";
import { author, avatar } from "./person.js";
import { prose } from "./prose.js";

export type Written = {
  readonly id: string;
  readonly userId: number;
  readonly verb: Part;
  readonly at: string;
  readonly edited: boolean;
  readonly body: string | null;
  readonly reactions: readonly ReactionRecord[];
  /** The reason if it is hidden. */
  readonly hidden?: string | undefined;
  readonly tone?: string;
};

export function commentCard(visit: RepositoryVisit, written: Written): Html {
  const { id, userId, verb, at, edited, hidden, tone = "" } = written;
  const body = html`<div class="card-body">${prose(visit, written.body) ?? html`<p class="quiet">No description.</p>`}${reactionRow(visit, written.reactions)}</div>`;
  return html`<article class="item" id="${id}" data-live="block">
<div class="item-side">${avatar(theAccount(visit.hub.state, userId), 36)}</div>
<div class="card ${tone}"><header class="card-head">${author(visit, userId)} ${verb} <a class="quiet" href="#${id}">${moment(at)}</a>${edited && html` <span class="quiet">· edited</span>`}</header>
${hidden === undefined ? body : html`<details><summary class="card-note">Hidden as ${hidden.toLowerCase().replace("_", " ")}</summary>${body}</details>`}</div></article>`;
}

const FACES: Readonly<Record<ReactionRecord["content"], string>> = {
  "+1": "👍",
  "-1": "👎",
  laugh: "😄",
  confused: "😕",
  heart: "❤️",
  hooray: "🎉",
  rocket: "🚀",
  eyes: "👀",
};

export function reactionRow({ hub }: RepositoryVisit, reactions: readonly ReactionRecord[]): Html | undefined {
  if (reactions.length === 0) return undefined;
  const contents = [...new Set(reactions.map(({ content }) => content))];
  return html`<p class="reactions">${contents.map((content) => {
    const by = reactions.filter((reaction) => reaction.content === content);
    const names = by.map(({ userId }) => theAccount(hub.state, userId).login).join(", ");
    return html`<span class="reaction" title="${names}">${FACES[content]} ${by.length}</span>`;
  })}</p>`;
}

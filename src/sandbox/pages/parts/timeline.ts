/** A conversation in chronological order. */

import type { IssueRecord } from "../../forge/records/issue.js";
import { type Html, html } from "../html.js";
import type { RepositoryVisit } from "../visit.js";
import { commentCard } from "./comment-card.js";
import { eventLine } from "./event-line.js";
import { labelTag } from "./labels.js";

/** Ids grow with time, so they order two events of the same second. */
export type TimelineEntry = { readonly at: string; readonly id: number; readonly markup: Html };

/** Markup of a list whose items are updated separately. */
export function timeline(entries: readonly TimelineEntry[]): Html {
  const ordered = entries.toSorted((a, b) => a.at.localeCompare(b.at) || a.id - b.id);
  return html`<div class="timeline" id="timeline" data-live="list">${ordered.map(({ markup }) => markup)}</div>`;
}

export function commentEntries(visit: RepositoryVisit, issue: IssueRecord): TimelineEntry[] {
  const { repository } = visit;
  return issue.commentIds
    .flatMap((id) => repository.comments.get(id) ?? [])
    .map((comment) => ({
      at: comment.createdAt,
      id: comment.id,
      markup: commentCard(visit, {
        id: `issuecomment-${comment.id}`,
        userId: comment.userId,
        verb: "commented",
        at: comment.createdAt,
        edited: comment.lastEditedAt !== null,
        body: comment.body,
        reactions: comment.reactions,
        hidden: repository.minimized.get(comment.id),
      }),
    }));
}

export function labelEntries(visit: RepositoryVisit, issue: IssueRecord): TimelineEntry[] {
  const { repository } = visit;
  return (repository.labelEvents.get(issue.number) ?? []).map(({ id, createdAt, actorId, labelId, action }) => {
    const label = repository.labels.get(labelId);
    const what = label === undefined ? "a label that no longer exists" : labelTag(label);
    const words = action === "labeled" ? html`added ${what}` : html`removed ${what}`;
    return {
      at: createdAt,
      id,
      markup: eventLine(visit, { id: `event-${id}`, sign: "label", userId: actorId, words, at: createdAt }),
    };
  });
}

/** Only the last closing is known, because reopening removes it. */
export function closingEntries(visit: RepositoryVisit, issue: IssueRecord, merged: Html | undefined): TimelineEntry[] {
  const { closedAt, closedById, userId } = issue;
  if (closedAt === null) return [];
  const words = merged ?? html`closed this${issue.stateReason === "not_planned" && " as not planned"}`;
  const sign = merged === undefined ? "skipped" : "merge";
  const line = { id: "closed", sign, userId: closedById ?? userId, words, at: closedAt } as const;
  return [{ at: closedAt, id: Number.MAX_SAFE_INTEGER, markup: eventLine(visit, line) }];
}

import { theIssue } from "../../forge/lookup.js";
import type { IssueRecord } from "../../forge/records/issue.js";
import { type Html, html } from "../html.js";
import { live, type Moved, type Page } from "../layout.js";
import { commentCard } from "../parts/comment-card.js";
import { commentForm } from "../parts/comment-form.js";
import { issueSide } from "../parts/issue-side.js";
import { moment } from "../parts/moment.js";
import { author } from "../parts/person.js";
import { stateBadge, viewOf } from "../parts/state-badge.js";
import { closingEntries, commentEntries, labelEntries, timeline } from "../parts/timeline.js";
import { inRepository } from "../repository-frame.js";
import type { RepositoryVisit } from "../visit.js";

export function issuePage(visit: RepositoryVisit, number: string): Page | Moved {
  const issue = theIssue(visit.repository, number);
  // `#12` may be an issue or a pull request, so its link may lead here.
  if (issue.isPull) return { movedTo: visit.urls.pull(visit.owner, visit.name, issue.number) };
  const entries = [
    ...commentEntries(visit, issue),
    ...labelEntries(visit, issue),
    ...closingEntries(visit, issue, undefined),
  ];
  return inRepository(visit, "issues", {
    title: `${issue.title} · Issue #${issue.number}`,
    content: html`${live("issue-head", issueHead(visit, issue))}
<div class="columns"><div class="conversation">${openingCard(visit, issue)}${timeline(entries)}${commentForm(visit, issue)}</div>
<aside>${issueSide(visit, issue)}</aside></div>`,
  });
}

function issueHead(visit: RepositoryVisit, issue: IssueRecord): Html {
  return html`<h1>${issue.title} <span class="quiet">#${issue.number}</span></h1><p class="under-title">${stateBadge(viewOf(visit.repository, issue))} <span>${author(visit, issue.userId)} opened this ${moment(issue.createdAt)}</span></p>`;
}

/** The issue's own text, above its timeline. */
export function openingCard(visit: RepositoryVisit, issue: IssueRecord): Html {
  return commentCard(visit, {
    id: `issue-${issue.number}`,
    userId: issue.userId,
    verb: "wrote",
    at: issue.createdAt,
    edited: issue.lastEditedAt !== null,
    body: issue.body,
    reactions: issue.reactions,
  });
}

/** Reviews with their inline comments, each below its lines. */

import { theAccount } from "../../forge/lookup.js";
import { outdatedIn } from "../../forge/operations/pulls/review-comments.js";
import type { PullRecord, ReviewCommentRecord, ReviewRecord, ReviewState } from "../../forge/records/pull.js";
import { type Html, html } from "../html.js";
import type { RepositoryVisit } from "../visit.js";
import { reactionRow } from "./comment-card.js";
import { diffTable } from "./diff-table.js";
import { icon } from "./icon.js";
import { moment } from "./moment.js";
import { author, avatar } from "./person.js";
import { prose } from "./prose.js";
import type { TimelineEntry } from "./timeline.js";

const VERDICTS: Readonly<Record<Exclude<ReviewState, "PENDING">, { readonly words: string; readonly tone: string }>> = {
  APPROVED: { words: "approved these changes", tone: "good" },
  CHANGES_REQUESTED: { words: "requested changes", tone: "bad" },
  COMMENTED: { words: "reviewed", tone: "calm" },
  DISMISSED: { words: "reviewed (dismissed)", tone: "calm" },
};
/** The number of lines shown above the commented one. */
const HUNK_LINES = 6;

export type Thread = { readonly first: ReviewCommentRecord; readonly replies: readonly ReviewCommentRecord[] };

export function threadsOf({ repository }: RepositoryVisit, pull: PullRecord): Thread[] {
  const shown = pull.reviewCommentIds
    .flatMap((id) => repository.reviewComments.get(id) ?? [])
    .filter(({ reviewId }) => repository.reviews.get(reviewId)?.state !== "PENDING");
  return shown
    .filter(({ inReplyToId }) => inReplyToId === null)
    .map((first) => ({ first, replies: shown.filter(({ inReplyToId }) => inReplyToId === first.id) }));
}

export async function reviewEntries(visit: RepositoryVisit, pull: PullRecord): Promise<TimelineEntry[]> {
  const { repository, git } = visit;
  const threads = threadsOf(visit, pull);
  const isOutdated = await outdatedIn(git, pull);
  return pull.reviewIds
    .flatMap((id) => repository.reviews.get(id) ?? [])
    .flatMap((review) => {
      const own = threads.filter(({ first }) => first.reviewId === review.id);
      const card = reviewCard(visit, review, own, isOutdated);
      return card === undefined || review.submittedAt === null
        ? []
        : [{ at: review.submittedAt, id: review.id, markup: card }];
    });
}

function reviewCard(
  visit: RepositoryVisit,
  review: ReviewRecord,
  threads: readonly Thread[],
  isOutdated: (comment: ReviewCommentRecord) => boolean,
): Html | undefined {
  const { id, state, userId, submittedAt, commitId } = review;
  const words = prose(visit, review.body);
  const onlyReplies = state === "COMMENTED" && words === undefined && threads.length === 0;
  if (state === "PENDING" || submittedAt === null || onlyReplies) return undefined;
  const verdict = VERDICTS[state];
  const anchor = `pullrequestreview-${id}`;
  return html`<article class="item review" id="${anchor}" data-live="block">
<div class="item-side">${avatar(theAccount(visit.hub.state, userId), 36)}</div>
<div class="card verdict-${verdict.tone}"><header class="card-head">${icon("eye")} ${author(visit, userId)} <span class="verdict ${verdict.tone}">${verdict.words}</span> <a class="quiet" href="#${anchor}">${moment(submittedAt)}</a> <span class="quiet">at <code>${commitId.slice(0, 7)}</code></span></header>
${words !== undefined && html`<div class="card-body">${words}</div>`}${threads.map((thread) => threadCard(visit, thread, { outdated: isOutdated(thread.first), hunk: true }))}</div></article>`;
}

export type ThreadState = { readonly outdated: boolean; readonly hunk: boolean };

/** One thread of inline comments. In the conversation it includes its lines. */
export function threadCard(visit: RepositoryVisit, { first, replies }: Thread, { outdated, hunk }: ThreadState): Html {
  const resolved = first.resolvedById !== null;
  const where = first.anchor.subject === "line" ? `${first.path}:${first.anchor.line}` : first.path;
  const marks = [
    outdated && html`<span class="tag">outdated</span>`,
    resolved && html`<span class="tag">resolved</span>`,
  ];
  const comments = [first, ...replies].map((comment) => inlineComment(visit, comment, hunk));
  if (!hunk) return html`<div class="thread">${marks}${comments}</div>`;
  const lines = first.anchor.subject === "line" ? diffTable(lastLines(first.diffHunk)) : undefined;
  return html`<details class="thread"${!resolved && html` open`}><summary><span class="path">${where}</span> ${marks}</summary>${lines}${comments}</details>`;
}

/** A comment is shown in two places. Only one of them has its anchor. */
function inlineComment(visit: RepositoryVisit, comment: ReviewCommentRecord, named: boolean): Html {
  const { id, userId, createdAt, body, lastEditedAt, reactions } = comment;
  const hidden = visit.repository.minimized.get(id);
  const content = html`${prose(visit, body)}${reactionRow(visit, reactions)}`;
  return html`<div class="inline"${named && html` id="discussion_r${id}"`}><p class="inline-head">${avatar(theAccount(visit.hub.state, userId), 20)} ${author(visit, userId)} <span class="quiet">${moment(createdAt)}${lastEditedAt !== null && " · edited"}</span></p>${hidden === undefined ? content : html`<details><summary>Hidden as ${hidden.toLowerCase()}</summary>${content}</details>`}</div>`;
}

/** The header's line numbers do not fit a shortened hunk, so they are adjusted. */
function lastLines(hunk: string): string {
  const [header = "", ...lines] = hunk.split("\n");
  const cut = Math.max(0, lines.length - HUNK_LINES);
  if (cut === 0) return hunk;
  const [, left = "1", right = "1"] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(header) ?? [];
  const skipped = lines.slice(0, cut);
  const count = (not: string) => skipped.filter((line) => !line.startsWith(not) && !line.startsWith("\\")).length;
  return [`@@ -${Number(left) + count("+")} +${Number(right) + count("-")} @@`, ...lines.slice(cut)].join("\n");
}

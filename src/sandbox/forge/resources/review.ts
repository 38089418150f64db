import type { Hub } from "../hub.js";
import { fullName, theAccount } from "../lookup.js";
import { nodeId } from "../node-id.js";
import type { DiffAnchor, ReviewCommentRecord, ReviewRecord } from "../records/pull.js";
import type { RepositoryRecord } from "../records/repository.js";
import { simpleUser } from "./account.js";
import { authorAssociation } from "./author-association.js";
import { reactionRollup } from "./reaction.js";
import type { Schema } from "./schemas.js";

export function reviewJson(
  hub: Hub,
  repository: RepositoryRecord,
  review: ReviewRecord,
): Schema<"pull-request-review"> {
  const name = fullName(hub.state, repository);
  const html = hub.urls.html(`/${name}/pull/${review.pullNumber}#pullrequestreview-${review.id}`);
  const pull = hub.urls.api(`/repos/${name}/pulls/${review.pullNumber}`);
  return {
    id: review.id,
    node_id: nodeId("PullRequestReview", repository.id, review.id),
    user: simpleUser(hub, theAccount(hub.state, review.userId)),
    body: review.body,
    state: review.state,
    html_url: html,
    pull_request_url: pull,
    _links: { html: { href: html }, pull_request: { href: pull } },
    ...(review.submittedAt === null ? {} : { submitted_at: review.submittedAt }),
    commit_id: review.commitId,
    author_association: authorAssociation(hub, repository, review.userId),
  };
}

/** An inline comment. When the line has left the diff, `position` and `line` are gone and the originals stay. */
export function reviewCommentJson(
  hub: Hub,
  repository: RepositoryRecord,
  at: { readonly comment: ReviewCommentRecord; readonly outdated: boolean },
) {
  const { comment, outdated } = at;
  const name = fullName(hub.state, repository);
  const api = hub.urls.api(`/repos/${name}`);
  const url = `${api}/pulls/comments/${comment.id}`;
  const html = hub.urls.html(`/${name}/pull/${comment.pullNumber}#discussion_r${comment.id}`);
  const pull = `${api}/pulls/${comment.pullNumber}`;
  return {
    id: comment.id,
    node_id: nodeId("PullRequestReviewComment", repository.id, comment.id),
    url,
    html_url: html,
    pull_request_url: pull,
    pull_request_review_id: comment.reviewId,
    diff_hunk: comment.diffHunk,
    path: comment.path,
    commit_id: comment.commitId,
    original_commit_id: comment.commitId,
    user: simpleUser(hub, theAccount(hub.state, comment.userId)),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: authorAssociation(hub, repository, comment.userId),
    _links: { self: { href: url }, html: { href: html }, pull_request: { href: pull } },
    reactions: reactionRollup(comment, url),
    ...anchorFields(comment.anchor, outdated),
    ...(comment.inReplyToId === null ? {} : { in_reply_to_id: comment.inReplyToId }),
  };
}

function anchorFields(anchor: DiffAnchor, outdated: boolean) {
  if (anchor.subject === "file") return { subject_type: "file" as const, position: 1, original_position: 1 };
  return {
    subject_type: "line" as const,
    side: anchor.side,
    start_side: anchor.startSide,
    original_line: anchor.line,
    original_start_line: anchor.startLine,
    original_position: anchor.position,
    ...(outdated ? {} : { line: anchor.line, start_line: anchor.startLine, position: anchor.position }),
  };
}

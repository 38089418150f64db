import { z } from "zod";
import { requireBody } from "../http/bodies.js";
import { acting, param, query, type RepositoryCall, readBody } from "../http/call.js";
import { unprocessable, validationFailed } from "../http/errors.js";
import { pageReply } from "../http/pagination.js";
import { created, noContent, ok, type Reply } from "../http/reply.js";
import { repositoryRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { thePull } from "../lookup.js";
import {
  addReviewComment,
  announceReviewComment,
  outdatedIn,
  type Placed,
  placeComment,
  theReviewComment,
} from "../operations/pulls/review-comments.js";
import { addReview, submitReview } from "../operations/pulls/submit-review.js";
import type { PullRecord, ReviewCommentRecord } from "../records/pull.js";
import { reviewCommentJson } from "../resources/review.js";
import { refuseForeigner } from "./issues.js";

const READ = { permissions: ["pull_requests:read"], role: "read" } as const;
const WRITE = { permissions: ["pull_requests:write"], role: "read" } as const;

export const reviewCommentsRoutes: readonly Route[] = [
  repositoryRoute("GET /repos/{owner}/{repo}/pulls/comments", READ, (call) =>
    listed(call, [...call.repository.reviewComments.values()]),
  ),
  repositoryRoute("GET /repos/{owner}/{repo}/pulls/comments/{comment_id}", READ, async (call) =>
    ok(await shown(call, theReviewComment(call.repository, param(call, "comment_id")))),
  ),
  repositoryRoute("PATCH /repos/{owner}/{repo}/pulls/comments/{comment_id}", WRITE, editComment),
  repositoryRoute("DELETE /repos/{owner}/{repo}/pulls/comments/{comment_id}", WRITE, deleteComment),
  repositoryRoute("GET /repos/{owner}/{repo}/pulls/{pull_number}/comments", READ, (call) => {
    const ids = thePull(call.repository, param(call, "pull_number")).reviewCommentIds;
    return listed(
      call,
      ids.flatMap((id) => call.repository.reviewComments.get(id) ?? []),
    );
  }),
  repositoryRoute("POST /repos/{owner}/{repo}/pulls/{pull_number}/comments", WRITE, createComment),
  repositoryRoute("POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies", WRITE, (call) => {
    const { body } = readBody(call, z.looseObject({ body: z.string() }));
    const parent = theReviewComment(call.repository, param(call, "comment_id"));
    // GitHub accepts replies only to the first comment of a thread.
    if (parent.inReplyToId !== null) throw unprocessable("comment_id must be that of a top-level review comment");
    return replyTo(call, body, parent.id);
  }),
];

async function shown({ hub, git, repository }: RepositoryCall, comment: ReviewCommentRecord) {
  const outdated = (await outdatedIn(git, thePull(repository, comment.pullNumber)))(comment);
  return reviewCommentJson(hub, repository, { comment, outdated });
}

/** Comments of a pending review are hidden. */
function listed(call: RepositoryCall, comments: readonly ReviewCommentRecord[]): Promise<Reply> {
  const { repository } = call;
  const since = query(call, "since");
  const published = comments.filter(
    ({ reviewId, updatedAt }) =>
      repository.reviews.get(reviewId)?.state !== "PENDING" &&
      (since === undefined || Date.parse(updatedAt) >= Date.parse(since)),
  );
  const ordered =
    query(call, "sort") === "updated"
      ? published.toSorted((a, b) => a.updatedAt.localeCompare(b.updatedAt) || a.id - b.id)
      : published;
  return pageReply(call, query(call, "direction") === "desc" ? ordered.toReversed() : ordered, (comment) =>
    shown(call, comment),
  );
}

const Side = z.enum(["LEFT", "RIGHT"]);
const NewComment = z.looseObject({
  body: z.string(),
  commit_id: z.string().optional(),
  path: z.string().optional(),
  position: z.number().int().optional(),
  line: z.number().int().optional(),
  side: Side.optional(),
  start_line: z.number().int().nullish(),
  start_side: z.enum(["LEFT", "RIGHT", "side"]).nullish(),
  subject_type: z.enum(["line", "file"]).optional(),
  in_reply_to: z.number().int().optional(),
});

async function createComment(call: RepositoryCall): Promise<Reply> {
  const requested = readBody(call, NewComment);
  if (requested.in_reply_to !== undefined) return replyTo(call, requested.body, requested.in_reply_to);
  const pull = thePull(call.repository, param(call, "pull_number"));
  const { path, commit_id, line, side, position, subject_type: subject } = requested;
  if (path === undefined || commit_id === undefined)
    throw unprocessable(`Invalid request.\n\n"path" and "commit_id" must be supplied.`);
  requireBody("PullRequestReviewComment", requested.body);
  const startSide = requested.start_side === "side" ? side : (requested.start_side ?? undefined);
  const place = { path, line, side, position, subject, startLine: requested.start_line ?? undefined, startSide };
  const placed = await placeComment(call.git, pull, place);
  if (placed.ok) return publishComment(call, { pull, placed: placed.value, body: requested.body });
  const { code, message } = placed.refusal;
  const field = `pull_request_review_thread.${code}`;
  throw validationFailed({ resource: "PullRequestReviewComment", code: "custom", field, message });
}

/** A reply belongs to the first comment of its thread, whichever comment is named. */
function replyTo(call: RepositoryCall, body: string, id: number): Promise<Reply> {
  const pull = thePull(call.repository, param(call, "pull_number"));
  const parent = theReviewComment(call.repository, id);
  if (parent.pullNumber !== pull.number) throw unprocessable("in_reply_to is not part of the pull request");
  requireBody("PullRequestReviewComment", body);
  return publishComment(call, { pull, placed: parent, body, inReplyToId: parent.inReplyToId ?? parent.id });
}

type Published = {
  readonly pull: PullRecord;
  readonly placed: Placed;
  readonly body: string;
  readonly inReplyToId?: number;
};

/** GitHub stores a single comment as a review of its own. */
async function publishComment(call: RepositoryCall, { pull, placed, body, inReplyToId }: Published): Promise<Reply> {
  const { hub, repository } = call;
  const review = addReview(hub, acting(call), { repository, pull, body: "", commitId: pull.head.sha });
  const { path, anchor, diffHunk } = placed;
  const comment = addReviewComment(hub, acting(call), {
    repository,
    pull,
    reviewId: review.id,
    commitId: pull.head.sha,
    path,
    anchor,
    diffHunk,
    body,
    ...(inReplyToId === undefined ? {} : { inReplyToId }),
  });
  await submitReview(hub, acting(call), { repository, review, event: "COMMENT" });
  return created(await shown(call, comment));
}

async function editComment(call: RepositoryCall): Promise<Reply> {
  const { hub, repository } = call;
  const comment = theReviewComment(repository, param(call, "comment_id"));
  refuseForeigner(call, comment);
  const { body } = readBody(call, z.looseObject({ body: z.string() }));
  requireBody("PullRequestReviewComment", body);
  const extra = { changes: { body: { from: comment.body } } };
  Object.assign(comment, { body, updatedAt: hub.now(), lastEditedAt: hub.now() });
  await announceReviewComment(hub, acting(call), { repository, comment, action: "edited", extra });
  return ok(await shown(call, comment));
}

async function deleteComment(call: RepositoryCall): Promise<Reply> {
  const { hub, repository } = call;
  const comment = theReviewComment(repository, param(call, "comment_id"));
  refuseForeigner(call, comment);
  const { reviewCommentIds } = thePull(repository, comment.pullNumber);
  repository.reviewComments.delete(comment.id);
  reviewCommentIds.splice(reviewCommentIds.indexOf(comment.id), 1);
  await announceReviewComment(hub, acting(call), { repository, comment, action: "deleted" });
  return noContent();
}

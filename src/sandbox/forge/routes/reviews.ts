import { z } from "zod";
import { checkBody, isTooLong } from "../http/bodies.js";
import { acting, param, type RepositoryCall, readBody } from "../http/call.js";
import { notFound } from "../http/errors.js";
import { pageReply } from "../http/pagination.js";
import { ok, type Reply } from "../http/reply.js";
import { repositoryRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { thePull } from "../lookup.js";
import { addReviewComment, outdatedIn, placeComment } from "../operations/pulls/review-comments.js";
import {
  addReview,
  announceReview,
  commentsOf,
  dismissReview,
  pendingReviewOf,
  REVIEW_EVENTS,
  refuseReview,
  requireCommit,
  requireWords,
  reviewRefused,
  submitReview,
  theReview,
} from "../operations/pulls/submit-review.js";
import type { PullRecord, ReviewRecord } from "../records/pull.js";
import { reviewCommentJson, reviewJson } from "../resources/review.js";

const READ = { permissions: ["pull_requests:read"], role: "read" } as const;
const WRITE = { permissions: ["pull_requests:write"], role: "read" } as const;
const MANAGE = { permissions: ["pull_requests:write"], role: "write" } as const;
const PATH = "/repos/{owner}/{repo}/pulls/{pull_number}";

export const reviewsRoutes: readonly Route[] = [
  repositoryRoute(`GET ${PATH}/reviews`, READ, (call) =>
    pageReply(call, visibleReviews(call), (review) => reviewJson(call.hub, call.repository, review)),
  ),
  repositoryRoute(`POST ${PATH}/reviews`, WRITE, createReview),
  repositoryRoute(`GET ${PATH}/reviews/{review_id}`, READ, (call) => shown(call, named(call))),
  repositoryRoute(`PUT ${PATH}/reviews/{review_id}`, WRITE, editReview),
  repositoryRoute(`DELETE ${PATH}/reviews/{review_id}`, WRITE, discardReview),
  repositoryRoute(`POST ${PATH}/reviews/{review_id}/events`, WRITE, submitPending),
  repositoryRoute(`PUT ${PATH}/reviews/{review_id}/dismissals`, MANAGE, dismiss),
  repositoryRoute(`GET ${PATH}/reviews/{review_id}/comments`, READ, listComments),
];

const pullOf = (call: RepositoryCall): PullRecord => thePull(call.repository, param(call, "pull_number"));
const named = (call: RepositoryCall): ReviewRecord =>
  theReview(call.repository, pullOf(call), param(call, "review_id"));
const shown = ({ hub, repository }: RepositoryCall, review: ReviewRecord) => ok(reviewJson(hub, repository, review));

/** A pending review is visible to its author only. */
function visibleReviews(call: RepositoryCall): ReviewRecord[] {
  const { repository, caller } = call;
  const me = caller.kind === "anonymous" || caller.kind === "app" ? undefined : caller.user.id;
  return pullOf(call)
    .reviewIds.flatMap((id) => repository.reviews.get(id) ?? [])
    .filter(({ state, userId }) => state !== "PENDING" || userId === me);
}

const Side = z.enum(["LEFT", "RIGHT"]);
const NewReview = z.looseObject({
  commit_id: z.string().optional(),
  body: z.string().nullish(),
  event: z.enum(REVIEW_EVENTS).optional(),
  comments: z
    .array(
      z.looseObject({
        path: z.string(),
        body: z.string(),
        position: z.number().int().optional(),
        line: z.number().int().optional(),
        side: Side.optional(),
        start_line: z.number().int().nullish(),
        start_side: Side.nullish(),
      }),
    )
    .default([]),
});

/** All inline comments are placed before anything is stored. One bad line refuses the whole review. */
async function createReview(call: RepositoryCall): Promise<Reply> {
  const { hub, git, repository } = call;
  const pull = pullOf(call);
  const { commit_id: commitId = pull.head.sha, body, event, comments } = readBody(call, NewReview);
  refuseReview(acting(call), { repository, pull, event });
  if (pendingReviewOf(acting(call), { repository, pull }) !== undefined) {
    throw reviewRefused("User can only have one pending review per pull request");
  }
  requireWords(event, body, comments.length);
  await requireCommit(git, pull, commitId);
  const placed = await Promise.all(
    comments.map(async ({ path, line, side, position, body: words, start_line, start_side }) => {
      const start = { startLine: start_line ?? undefined, startSide: start_side ?? undefined };
      const place = await placeComment(git, pull, { path, line, side, position, ...start });
      if (!place.ok) throw reviewRefused(`${COULD_NOT[place.refusal.code] ?? place.refusal.message}`);
      if (words.trim() === "" || isTooLong(words))
        throw reviewRefused("Body can't be blank or longer than 65536 characters");
      return { ...place.value, body: words };
    }),
  );
  const review = addReview(hub, acting(call), { repository, pull, body: body ?? "", commitId });
  for (const comment of placed)
    addReviewComment(hub, acting(call), { ...comment, repository, pull, commitId, reviewId: review.id });
  if (event !== undefined) await submitReview(hub, acting(call), { repository, review, event });
  return shown(call, review);
}

const COULD_NOT: Readonly<Record<string, string>> = {
  path: "Path could not be resolved",
  line: "Line could not be resolved",
  start_line: "Start line could not be resolved",
  position: "Position could not be resolved",
};

async function editReview(call: RepositoryCall): Promise<Reply> {
  const { hub, repository } = call;
  const review = named(call);
  const { body } = readBody(call, z.looseObject({ body: z.string() }));
  if (review.userId !== acting(call).user.id) throw notFound();
  checkBody("PullRequestReview", body);
  const changes = { body: { from: review.body } };
  Object.assign(review, { body, updatedAt: hub.now(), lastEditedAt: hub.now() });
  if (review.state !== "PENDING")
    await announceReview(hub, acting(call), { repository, review, action: "edited", extra: { changes } });
  return shown(call, review);
}

/** Only a pending review can be discarded. */
function discardReview(call: RepositoryCall): Reply {
  const { repository } = call;
  const pull = pullOf(call);
  const review = named(call);
  if (review.state !== "PENDING") throw reviewRefused("Can not delete a non-pending pull request review");
  if (review.userId !== acting(call).user.id) throw notFound();
  for (const { id } of commentsOf(repository, pull, review)) {
    repository.reviewComments.delete(id);
    pull.reviewCommentIds.splice(pull.reviewCommentIds.indexOf(id), 1);
  }
  repository.reviews.delete(review.id);
  pull.reviewIds.splice(pull.reviewIds.indexOf(review.id), 1);
  return shown(call, review);
}

const Submission = z.looseObject({ event: z.enum(REVIEW_EVENTS), body: z.string().nullish() });

async function submitPending(call: RepositoryCall): Promise<Reply> {
  const { hub, repository } = call;
  const review = named(call);
  const pull = pullOf(call);
  const { event, body } = readBody(call, Submission);
  if (review.state !== "PENDING" || review.userId !== acting(call).user.id)
    throw reviewRefused("Review is not pending");
  refuseReview(acting(call), { repository, pull, event });
  if (body != null) review.body = body;
  requireWords(event, review.body, commentsOf(repository, pull, review).length);
  await submitReview(hub, acting(call), { repository, review, event });
  return shown(call, review);
}

async function dismiss(call: RepositoryCall): Promise<Reply> {
  const { hub, repository } = call;
  const review = named(call);
  readBody(call, z.looseObject({ message: z.string().min(1) }));
  if (review.state !== "APPROVED" && review.state !== "CHANGES_REQUESTED") {
    throw reviewRefused("Can not dismiss a commented or pending pull request review");
  }
  await dismissReview(hub, acting(call), { repository, review });
  return shown(call, review);
}

async function listComments(call: RepositoryCall): Promise<Reply> {
  const { hub, repository } = call;
  const pull = pullOf(call);
  const isOutdated = await outdatedIn(call.git, pull);
  const comments = commentsOf(repository, pull, named(call));
  return pageReply(call, comments, (comment) =>
    reviewCommentJson(hub, repository, { comment, outdated: isOutdated(comment) }),
  );
}

/** Reviews: created, submitted with their inline comments, and dismissed. */

import { type Acting, isViaApp } from "../../context.js";
import type { GitRepository } from "../../git/git-repository.js";
import { isAncestor } from "../../git/history.js";
import { checkBody, isTooLong } from "../../http/bodies.js";
import { GitHubError, notFound } from "../../http/errors.js";
import type { Hub } from "../../hub.js";
import { theIssue, thePull } from "../../lookup.js";
import type { PullRecord, ReviewCommentRecord, ReviewRecord, ReviewState } from "../../records/pull.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { reviewJson } from "../../resources/review.js";
import { publish } from "../../webhooks/events.js";
import { pullPayload } from "../announce/announce-pull.js";
import { announceReviewComment } from "./review-comments.js";

export const REVIEW_EVENTS = ["APPROVE", "REQUEST_CHANGES", "COMMENT"] as const;
export type ReviewEvent = (typeof REVIEW_EVENTS)[number];

const STATE_AFTER: Readonly<Record<ReviewEvent, ReviewState>> = {
  APPROVE: "APPROVED",
  REQUEST_CHANGES: "CHANGES_REQUESTED",
  COMMENT: "COMMENTED",
};

type OnPull = { readonly repository: RepositoryRecord; readonly pull: PullRecord };

/** Nobody may approve their own pull request, and neither may an App (decisions.md#github-deliveries). */
export function refuseReview(acting: Acting, on: OnPull & { readonly event: ReviewEvent | undefined }): void {
  const own = theIssue(on.repository, on.pull.number).userId === acting.user.id;
  if (own && on.event === "APPROVE") throw reviewRefused("Review Can not approve your own pull request");
  if (own && on.event === "REQUEST_CHANGES")
    throw reviewRefused("Review Can not request changes on your own pull request");
}

/** Refusals of reviews are sentences, not field errors. */
export const reviewRefused = (why: string) => new GitHubError(422, "Unprocessable Entity", [why]);

/** An approval needs no text. Any other event does. */
export function requireWords(event: ReviewEvent | undefined, body: string | null | undefined, comments: number): void {
  if (isTooLong(body)) throw reviewRefused("Body is too long (maximum is 65536 characters)");
  const silent = (body ?? "").trim() === "";
  if (event === "REQUEST_CHANGES" && silent) throw reviewRefused("Review Body can't be blank when requesting changes");
  if (event === "COMMENT" && silent && comments === 0) throw reviewRefused("Review Body can't be blank");
}

export async function requireCommit(git: GitRepository, pull: PullRecord, sha: string): Promise<void> {
  const known = (await git.commit(sha)) !== undefined && (await isAncestor(git, sha, pull.head.sha));
  if (!known) throw reviewRefused("commit_id is not part of the pull request");
}

export function pendingReviewOf(acting: Acting, { repository, pull }: OnPull): ReviewRecord | undefined {
  return pull.reviewIds
    .flatMap((id) => repository.reviews.get(id) ?? [])
    .find(({ state, userId }) => state === "PENDING" && userId === acting.user.id);
}

/** Creates a pending review. */
export function addReview(
  hub: Hub,
  acting: Acting,
  requested: OnPull & { readonly body: string; readonly commitId: string },
): ReviewRecord {
  const { repository, pull, body, commitId } = requested;
  checkBody("PullRequestReview", body);
  const review: ReviewRecord = {
    id: hub.nextId(),
    pullNumber: pull.number,
    userId: acting.user.id,
    viaApp: isViaApp(acting),
    body,
    state: "PENDING",
    commitId,
    submittedAt: null,
    updatedAt: hub.now(),
    lastEditedAt: null,
  };
  repository.reviews.set(review.id, review);
  pull.reviewIds.push(review.id);
  return review;
}

export async function submitReview(
  hub: Hub,
  acting: Acting,
  submission: { readonly repository: RepositoryRecord; readonly review: ReviewRecord; readonly event: ReviewEvent },
): Promise<void> {
  const { repository, review, event } = submission;
  const pull = thePull(repository, review.pullNumber);
  review.state = STATE_AFTER[event];
  review.submittedAt = hub.now();
  pull.requestedReviewerIds = pull.requestedReviewerIds.filter((id) => id !== review.userId);
  theIssue(repository, pull.number).updatedAt = review.submittedAt;
  await announceReview(hub, acting, { repository, review, action: "submitted" });
  for (const comment of commentsOf(repository, pull, review)) {
    await announceReviewComment(hub, acting, { repository, comment, action: "created" });
  }
}

/** Dismisses approvals of an outdated head, where the branch requires it. */
export async function dismissApprovals(hub: Hub, acting: Acting, { repository, pull }: OnPull): Promise<void> {
  for (const id of pull.reviewIds) {
    const review = repository.reviews.get(id);
    if (review?.state === "APPROVED") await dismissReview(hub, acting, { repository, review });
  }
}

export async function dismissReview(
  hub: Hub,
  acting: Acting,
  { repository, review }: { readonly repository: RepositoryRecord; readonly review: ReviewRecord },
): Promise<void> {
  review.state = "DISMISSED";
  review.updatedAt = hub.now();
  await announceReview(hub, acting, { repository, review, action: "dismissed" });
}

export function commentsOf(
  repository: RepositoryRecord,
  pull: PullRecord,
  review: ReviewRecord,
): ReviewCommentRecord[] {
  return pull.reviewCommentIds
    .flatMap((id) => repository.reviewComments.get(id) ?? [])
    .filter(({ reviewId }) => reviewId === review.id);
}

export function theReview(repository: RepositoryRecord, pull: PullRecord, id: string): ReviewRecord {
  const review = repository.reviews.get(Number(id));
  if (review === undefined || review.pullNumber !== pull.number) throw notFound();
  return review;
}

type ReviewNews = {
  readonly repository: RepositoryRecord;
  readonly review: ReviewRecord;
  readonly action: "submitted" | "edited" | "dismissed";
  readonly extra?: object;
};

export async function announceReview(hub: Hub, acting: Acting, news: ReviewNews): Promise<void> {
  const { repository, review, action, extra = {} } = news;
  const pull = thePull(repository, review.pullNumber);
  const payload = async () => {
    const json = reviewJson(hub, repository, review);
    return {
      // Webhooks write the state in lower case, REST in capitals.
      review: {
        ...json,
        state: review.state.toLowerCase(),
        submitted_at: review.submittedAt,
        updated_at: review.updatedAt,
      },
      pull_request: await pullPayload(hub, acting, { repository, pull }),
      ...extra,
    };
  };
  await publish(hub, acting, { name: "pull_request_review", action, repository, payload });
}

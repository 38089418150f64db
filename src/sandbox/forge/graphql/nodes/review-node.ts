import type { PullRequestReview, PullRequestReviewsArgs } from "@octokit/graphql-schema";
import type { GraphQLResolveInfo } from "graphql";
import { accountOf } from "../../context.js";
import { nodeId } from "../../node-id.js";
import type { PullRecord, ReviewRecord } from "../../records/pull.js";
import { reviewJson } from "../../resources/review.js";
import type { Place } from "../asking.js";
import { connection, type PageArgs, type Paged } from "../connection.js";
import type { FieldsOf } from "../resolve-field.js";
import { reviewCommentNode } from "./comment-node.js";
import { gitObjectNode } from "./git-object-node.js";
import { writtenFields } from "./written-fields.js";

export function reviewNode(place: Place, review: ReviewRecord, pullRequest: () => object) {
  const { hub, repository } = place;
  const url = reviewJson(hub, repository, review).html_url;
  const createdAt = review.submittedAt ?? review.updatedAt;
  return {
    ...writtenFields(place, { ...review, createdAt }),
    __typename: "PullRequestReview" as const,
    id: nodeId("PullRequestReview", repository.id, review.id),
    databaseId: review.id,
    fullDatabaseId: String(review.id),
    state: review.state,
    submittedAt: review.submittedAt,
    url,
    commit: () => gitObjectNode(place, review.commitId),
    pullRequest,
    comments: (args: PageArgs, info: GraphQLResolveInfo) => {
      const items = [...repository.reviewComments.values()].filter(({ reviewId }) => reviewId === review.id);
      return connection(
        { args, info },
        { items, key: ({ id }) => id, show: (comment) => reviewCommentNode(place, comment, pullRequest) },
      );
    },
  } satisfies FieldsOf<PullRequestReview> & { __typename: string };
}

/** A review that was not submitted yet is visible to its author only. */
export function isReviewVisible({ asking }: Place, { state, userId }: ReviewRecord): boolean {
  return state !== "PENDING" || userId === accountOf(asking.caller)?.id;
}

export function reviewsConnection(
  place: Place,
  pull: PullRecord,
  { args, info, pullRequest }: Paged<PullRequestReviewsArgs> & { readonly pullRequest: () => object },
) {
  const { states, author } = args;
  const items = pull.reviewIds
    .flatMap((id) => place.repository.reviews.get(id) ?? [])
    .filter((review) => isReviewVisible(place, review))
    .filter(({ state }) => states == null || states.includes(state))
    .filter(({ userId }) => author == null || place.hub.state.accounts.get(userId)?.login === author);
  return connection(
    { args, info },
    { items, key: ({ id }) => id, show: (review) => reviewNode(place, review, pullRequest) },
  );
}

import type { IssueComment, PullRequestReviewComment } from "@octokit/graphql-schema";
import { nodeId } from "../../node-id.js";
import type { IssueCommentRecord } from "../../records/issue.js";
import type { ReviewCommentRecord } from "../../records/pull.js";
import { issueCommentJson } from "../../resources/issue.js";
import { reviewCommentJson } from "../../resources/review.js";
import type { Place } from "../asking.js";
import type { FieldsOf } from "../resolve-field.js";
import { writtenFields } from "./written-fields.js";

/** The issue or pull request of a comment, as its fields show it. */
type Subject = { readonly issue: () => object; readonly pullRequest: () => object | null };

export function issueCommentNode(place: Place, comment: IssueCommentRecord, subject: Subject) {
  const { hub, repository } = place;
  return {
    ...writtenFields(place, comment),
    ...minimizedFields(place, comment.id),
    url: issueCommentJson(hub, repository, comment).html_url,
    ...subject,
    __typename: "IssueComment" as const,
    id: nodeId("IssueComment", repository.id, comment.id),
    databaseId: comment.id,
    fullDatabaseId: String(comment.id),
  } satisfies FieldsOf<IssueComment> & { __typename: string };
}

export function reviewCommentNode(place: Place, comment: ReviewCommentRecord, pullRequest: () => object) {
  const { hub, repository } = place;
  return {
    ...writtenFields(place, comment),
    ...minimizedFields(place, comment.id),
    url: reviewCommentJson(hub, repository, { comment, outdated: false }).html_url,
    __typename: "PullRequestReviewComment" as const,
    id: nodeId("PullRequestReviewComment", repository.id, comment.id),
    databaseId: comment.id,
    fullDatabaseId: String(comment.id),
    path: comment.path,
    diffHunk: comment.diffHunk,
    pullRequest,
  } satisfies FieldsOf<PullRequestReviewComment> & { __typename: string };
}

function minimizedFields({ repository }: Place, id: number) {
  const reason = repository.minimized.get(id);
  return { isMinimized: reason !== undefined, minimizedReason: reason?.toLowerCase().replace("_", "-") ?? null };
}

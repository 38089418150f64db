import type { Reactable } from "./issue.js";

/** One end of a pull request. `repositoryId: null` means that the fork was deleted. */
export type PullEnd = { repositoryId: number | null; ref: string; sha: string };

/** The pull-request half. Title, body, labels and state are on the issue with the same number. */
export type PullRecord = {
  readonly id: number;
  readonly number: number;
  readonly head: PullEnd;
  readonly base: PullEnd & { readonly repositoryId: number };
  draft: boolean;
  mergedAt: string | null;
  mergedById: number | null;
  mergeCommitSha: string | null;
  maintainerCanModify: boolean;
  requestedReviewerIds: number[];
  readonly reviewIds: number[];
  readonly reviewCommentIds: number[];
  /** Its entry in the merge queue of its base. Absent if it was never queued. */
  queued?: QueueEntry | null;
  /** Every removal from the queue, without the final merge. */
  readonly removals?: QueueRemoval[];
  /** Every head it has had, including the first. Absent if it was opened before the forge recorded heads. */
  readonly heads?: PullHead[];
};

/** The ids grow with time. Commit dates do not show the order: authors set them, and they are whole seconds. */
type PullHead = { readonly id: number; readonly sha: string };

/** The branch on which the queue tests a pull request, on top of the ones before it. */
export type MergeGroup = { readonly ref: string; readonly headSha: string; readonly baseSha: string };

export type QueueEntry = {
  readonly id: number;
  readonly enqueuedById: number;
  readonly enqueuedAt: string;
  readonly group: MergeGroup;
};

/** GitHub's words in `pull_request.dequeued`. */
export type RemovalReason = "MANUAL" | "MERGE" | "MERGE_CONFLICT" | "CI_FAILURE" | "BRANCH_PROTECTIONS";
export type QueueRemoval = {
  readonly id: number;
  readonly at: string;
  readonly actorId: number;
  readonly reason: RemovalReason;
  readonly headSha: string;
};

export type ReviewState = "PENDING" | "COMMENTED" | "APPROVED" | "CHANGES_REQUESTED" | "DISMISSED";

export type ReviewRecord = {
  readonly id: number;
  readonly pullNumber: number;
  readonly userId: number;
  readonly viaApp: boolean;
  body: string;
  state: ReviewState;
  readonly commitId: string;
  submittedAt: string | null;
  updatedAt: string;
  lastEditedAt: string | null;
};

export type Side = "LEFT" | "RIGHT";

/** The place of an inline comment: a line of one side of the diff of `commitId`, or the whole file. */
export type DiffAnchor =
  | { readonly subject: "file" }
  | {
      readonly subject: "line";
      readonly line: number;
      readonly side: Side;
      readonly startLine: number | null;
      readonly startSide: Side | null;
      readonly position: number;
    };

export type ReviewCommentRecord = Reactable & {
  readonly pullNumber: number;
  readonly reviewId: number;
  readonly userId: number;
  body: string;
  readonly path: string;
  readonly commitId: string;
  readonly anchor: DiffAnchor;
  readonly diffHunk: string;
  readonly inReplyToId: number | null;
  readonly createdAt: string;
  updatedAt: string;
  lastEditedAt: string | null;
  /** A resolved thread is recorded at its first comment. */
  resolvedById: number | null;
};

import type { Reactable } from "./issue.js";

/** One end of a pull request. `repositoryId: null` means that the fork was deleted. */
export type PullEnd = { repositoryId: number | null; ref: string; sha: string };

/** The pull-request half; title, body, labels and state are on the issue with the same number. */
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
  /** Its place in the merge queue of its base; absent where it never had one. */
  queued?: QueueEntry | null;
  /** How it left the queue, each time but the last, when it was merged. */
  readonly removals?: QueueRemoval[];
  /** Each head it has had, the first one too; absent where it was opened before they were written down. */
  readonly heads?: PullHead[];
};

/** Ids grow with time, which commits do not tell: their dates are their authors' own, and to the second. */
type PullHead = { readonly id: number; readonly sha: string };

/** The branch on which the queue tries a pull request out, on top of what comes before it. */
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

/** Where an inline comment sits: a line of one side of the diff of `commitId`, or the file as a whole. */
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
  /** Resolved threads are known by their first comment. */
  resolvedById: number | null;
};

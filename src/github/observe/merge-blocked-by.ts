import type { PullNode } from "./pull-query.js";

type Blocked = Pick<
  PullNode,
  "state" | "isDraft" | "isInMergeQueue" | "isMergeQueueEnabled" | "mergeStateStatus" | "reviewDecision"
>;

const BY_REVIEW: ReadonlyMap<string | null, string> = new Map([
  ["REVIEW_REQUIRED", "a review that the base branch requires is missing"],
  ["CHANGES_REQUESTED", "a reviewer has requested changes"],
]);

/**
 * Why GitHub would refuse the merge now, for the person who can act; null if it would not, or is still computing.
 * `refused` is GitHub's message when it last refused this very head.
 */
export function mergeBlockedBy(pull: Blocked, refused: string | null): string | null {
  if (pull.state !== "OPEN") return null;
  if (pull.isInMergeQueue) return "it waits in the merge queue";
  if (pull.isDraft) return "it is a draft";
  switch (pull.mergeStateStatus) {
    case "DIRTY":
      return "it conflicts with its base branch";
    case "BEHIND":
      return "its branch is behind its base, whose rules want it up to date";
    case "BLOCKED":
      // With a queue the direct merge is always blocked; the pull request is added to the queue instead.
      return BY_REVIEW.get(pull.reviewDecision) ?? (pull.isMergeQueueEnabled ? null : (refused ?? RULES_UNMET));
    default:
      return null;
  }
}

const RULES_UNMET = "a rule of its base branch is not met, such as a required check";

import type { AddPullRequestReviewInput } from "@octokit/graphql-schema";
import {
  addReview,
  pendingReviewOf,
  refuseReview,
  requireCommit,
  requireWords,
  reviewRefused,
  submitReview,
} from "../../operations/pulls/submit-review.js";
import type { Asking } from "../asking.js";
import { changeRepository } from "../change-repository.js";
import { placeById } from "../find-place.js";
import { GraphqlRefusal, notANode } from "../graphql-refusal.js";
import { nodeById } from "../node-by-id.js";
import { reviewNode } from "../nodes/review-node.js";

const WRITE = { permissions: ["pull_requests:write"], role: "read" } as const;

/** A review without inline comments. */
export async function addPullRequestReview(asking: Asking, input: AddPullRequestReviewInput): Promise<object> {
  const { place, parsed } = placeById(asking, input.pullRequestId);
  const { hub, repository, git } = place;
  const pull = parsed.type === "PullRequest" ? repository.pulls.get(Number(parsed.ids[1])) : undefined;
  if (pull === undefined) throw notANode(input.pullRequestId);
  const { event, body } = input;
  if (event === "DISMISS" || (input.comments ?? []).length > 0 || (input.threads ?? []).length > 0)
    throw new GraphqlRefusal("NO_RESOLVER", "The forge takes no comments on lines with addPullRequestReview.");
  return changeRepository(place, WRITE, async (acting) => {
    refuseReview(acting, { repository, pull, event: event ?? undefined });
    if (pendingReviewOf(acting, { repository, pull }) !== undefined)
      throw reviewRefused("User can only have one pending review per pull request");
    requireWords(event ?? undefined, body, 0);
    const commitId = input.commitOID == null ? pull.head.sha : String(input.commitOID);
    await requireCommit(git, pull, commitId);
    const review = addReview(hub, acting, { repository, pull, body: body ?? "", commitId });
    if (event != null) await submitReview(hub, acting, { repository, review, event });
    const shown = () => nodeById(asking, input.pullRequestId);
    return { pullRequestReview: reviewNode(place, review, shown) };
  });
}

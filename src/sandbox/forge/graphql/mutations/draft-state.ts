/** REST cannot take a pull request out of draft; GraphQL can (decisions.md#github-deliveries). */
import type { ConvertPullRequestToDraftInput, MarkPullRequestReadyForReviewInput } from "@octokit/graphql-schema";
import { theIssue } from "../../lookup.js";
import { announcePull } from "../../operations/announce/announce-pull.js";
import type { Asking } from "../asking.js";
import { changeRepository } from "../change-repository.js";
import { placeById } from "../find-place.js";
import { GraphqlRefusal, notANode } from "../graphql-refusal.js";
import { pullNode } from "../nodes/pull-node.js";

const WRITE = { permissions: ["pull_requests:write"], role: "write" } as const;

export const markReadyForReview = (asking: Asking, { pullRequestId }: MarkPullRequestReadyForReviewInput) =>
  setDraft(asking, pullRequestId, false);

export const convertToDraft = (asking: Asking, { pullRequestId }: ConvertPullRequestToDraftInput) =>
  setDraft(asking, pullRequestId, true);

async function setDraft(asking: Asking, id: string, draft: boolean): Promise<object> {
  const { place, parsed } = placeById(asking, id);
  const { hub, repository } = place;
  const pull = parsed.type === "PullRequest" ? repository.pulls.get(Number(parsed.ids[1])) : undefined;
  if (pull === undefined) throw notANode(id);
  return changeRepository(place, WRITE, async (acting) => {
    const issue = theIssue(repository, pull.number);
    if (issue.state === "closed") throw new GraphqlRefusal("UNPROCESSABLE", `Pull request #${pull.number} is closed.`);
    if (pull.draft !== draft) {
      pull.draft = draft;
      issue.updatedAt = hub.now();
      await announcePull(hub, acting, { repository, pull, action: draft ? "converted_to_draft" : "ready_for_review" });
    }
    return { pullRequest: pullNode(place, pull) };
  });
}

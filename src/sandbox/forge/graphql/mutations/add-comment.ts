import type { AddCommentInput } from "@octokit/graphql-schema";
import { requireBody } from "../../http/bodies.js";
import { commentOnIssue } from "../../operations/issues/comment-on-issue.js";
import type { Asking } from "../asking.js";
import { changeRepository } from "../change-repository.js";
import { placeById } from "../find-place.js";
import { notANode } from "../graphql-refusal.js";
import { nodeById, subjectOf } from "../node-by-id.js";
import { issueCommentNode } from "../nodes/comment-node.js";

export async function addComment(asking: Asking, { subjectId, body }: AddCommentInput): Promise<object> {
  const { place, parsed } = placeById(asking, subjectId);
  const { hub, repository } = place;
  const issue = ["Issue", "PullRequest"].includes(parsed.type)
    ? repository.issues.get(Number(parsed.ids[1]))
    : undefined;
  if (issue === undefined || issue.isPull !== (parsed.type === "PullRequest")) throw notANode(subjectId);
  const permission = issue.isPull ? "pull_requests:write" : "issues:write";
  return changeRepository(place, { permissions: [permission], role: "read" }, async (acting) => {
    requireBody("IssueComment", body);
    const comment = await commentOnIssue(hub, acting, { repository, issue, body });
    const node = issueCommentNode(place, comment, subjectOf(place, issue.number));
    return { commentEdge: { cursor: String(comment.id), node }, subject: () => nodeById(asking, subjectId) };
  });
}

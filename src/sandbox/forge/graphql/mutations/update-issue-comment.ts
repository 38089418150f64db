import type { UpdateIssueCommentInput } from "@octokit/graphql-schema";
import { requirePermission } from "../../http/access.js";
import { requireBody } from "../../http/bodies.js";
import { theIssue } from "../../lookup.js";
import { editComment } from "../../operations/issues/comment-on-issue.js";
import { refuseForeigner } from "../../routes/issues.js";
import type { Asking } from "../asking.js";
import { changeRepository } from "../change-repository.js";
import { placeById } from "../find-place.js";
import { notANode } from "../graphql-refusal.js";
import { nodeById } from "../node-by-id.js";

const WRITE = { permissions: ["issues:write", "pull_requests:write"], role: "read" } as const;

export async function updateIssueComment(asking: Asking, { id, body }: UpdateIssueCommentInput): Promise<object> {
  const { place, parsed } = placeById(asking, id);
  const { hub, repository } = place;
  const comment = parsed.type === "IssueComment" ? repository.comments.get(Number(parsed.ids[1])) : undefined;
  if (comment === undefined) throw notANode(id);
  return changeRepository(place, WRITE, async (acting) => {
    const { isPull } = theIssue(repository, comment.issueNumber);
    requirePermission(hub, asking.caller, isPull ? ["pull_requests:write", "issues:write"] : ["issues:write"]);
    refuseForeigner({ ...asking, repository }, comment);
    requireBody("IssueComment", body);
    await editComment(hub, acting, { repository, comment, body });
    return { issueComment: () => nodeById(asking, id) };
  });
}

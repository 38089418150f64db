import type { MinimizeCommentInput, UnminimizeCommentInput } from "@octokit/graphql-schema";
import type { Asking } from "../asking.js";
import { changeRepository } from "../change-repository.js";
import { placeById } from "../find-place.js";
import { notANode } from "../graphql-refusal.js";
import { nodeById } from "../node-by-id.js";

const WRITE = { permissions: ["issues:write", "pull_requests:write"], role: "write" } as const;

export const minimizeComment = (asking: Asking, { subjectId, classifier }: MinimizeCommentInput) =>
  setMinimized(asking, subjectId, classifier).then((minimizedComment) => ({ minimizedComment }));

export const unminimizeComment = (asking: Asking, { subjectId }: UnminimizeCommentInput) =>
  setMinimized(asking, subjectId, undefined).then((unminimizedComment) => ({ unminimizedComment }));

async function setMinimized(asking: Asking, id: string, reason: string | undefined): Promise<object> {
  const { place, parsed } = placeById(asking, id);
  const { comments, reviewComments, minimized } = place.repository;
  const key = Number(parsed.ids[1]);
  const known =
    parsed.type === "IssueComment"
      ? comments.has(key)
      : parsed.type === "PullRequestReviewComment" && reviewComments.has(key);
  if (!known) throw notANode(id);
  return changeRepository(place, WRITE, async () => {
    if (reason === undefined) minimized.delete(key);
    else minimized.set(key, reason);
    return nodeById(asking, id);
  });
}

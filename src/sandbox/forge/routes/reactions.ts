/** Reactions to issues, comments and review comments: the same three routes on each. */
import { z } from "zod";
import { acting, param, query, type RepositoryCall, readBody } from "../http/call.js";
import { forbidden, notFound } from "../http/errors.js";
import { pageReply } from "../http/pagination.js";
import { noContent, type Reply, reply } from "../http/reply.js";
import { repositoryRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { theIssue } from "../lookup.js";
import { theComment } from "../operations/issues/comment-on-issue.js";
import { theReviewComment } from "../operations/pulls/review-comments.js";
import { REACTIONS, type Reactable, type ReactionRecord } from "../records/issue.js";
import { reactionJson } from "../resources/reaction.js";

const EITHER = ["issues", "pull_requests"] as const;

function reactionRoutes(
  path: `/repos/{owner}/{repo}/${string}`,
  names: readonly string[],
  find: (call: RepositoryCall) => Reactable,
): Route[] {
  const read = { permissions: names.map((name) => `${name}:read` as const), role: "read" } as const;
  const write = { permissions: names.map((name) => `${name}:write` as const), role: "read" } as const;
  return [
    repositoryRoute(`GET ${path}/reactions`, read, (call) => {
      const requested = query(call, "content");
      const reactions = find(call).reactions.filter(({ content }) => requested === undefined || content === requested);
      return pageReply(call, reactions, (reaction) => reactionJson(call.hub, reaction));
    }),
    repositoryRoute(`POST ${path}/reactions`, write, (call) => react(call, find(call))),
    repositoryRoute(`DELETE ${path}/reactions/{reaction_id}`, write, (call) => unreact(call, find(call))),
  ];
}

export const reactionsRoutes: readonly Route[] = [
  ...reactionRoutes("/repos/{owner}/{repo}/issues/{issue_number}", EITHER, (call) =>
    theIssue(call.repository, param(call, "issue_number")),
  ),
  ...reactionRoutes("/repos/{owner}/{repo}/issues/comments/{comment_id}", EITHER, (call) =>
    theComment(call.repository, param(call, "comment_id")),
  ),
  ...reactionRoutes("/repos/{owner}/{repo}/pulls/comments/{comment_id}", ["pull_requests"], (call) =>
    theReviewComment(call.repository, param(call, "comment_id")),
  ),
];

const Content = z.looseObject({ content: z.enum(REACTIONS) });

/** 200 if the caller already has the same reaction. */
function react(call: RepositoryCall, target: Reactable): Reply {
  const { hub } = call;
  const { content } = readBody(call, Content);
  const userId = acting(call).user.id;
  const known = target.reactions.find((reaction) => reaction.userId === userId && reaction.content === content);
  if (known !== undefined) return reply(200, reactionJson(hub, known));
  const reaction: ReactionRecord = { id: hub.nextId(), userId, content, createdAt: hub.now() };
  target.reactions.push(reaction);
  return reply(201, reactionJson(hub, reaction));
}

function unreact(call: RepositoryCall, target: Reactable): Reply {
  const id = Number(param(call, "reaction_id"));
  const index = target.reactions.findIndex((reaction) => reaction.id === id);
  const reaction = target.reactions[index];
  if (reaction === undefined) throw notFound();
  if (reaction.userId !== acting(call).user.id) throw forbidden("You can only delete your own reactions.");
  target.reactions.splice(index, 1);
  return noContent();
}

import { z } from "zod";
import { instant } from "../clock.js";
import { requirePermission } from "../http/access.js";
import { requireBody } from "../http/bodies.js";
import { acting, param, query, type RepositoryCall, readBody } from "../http/call.js";
import { pageReply } from "../http/pagination.js";
import { created, noContent, ok, type Reply } from "../http/reply.js";
import { repositoryRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { theIssue } from "../lookup.js";
import { commentOnIssue, deleteComment, editComment, theComment } from "../operations/issues/comment-on-issue.js";
import type { IssueCommentRecord } from "../records/issue.js";
import { issueCommentJson } from "../resources/issue.js";
import { readableIssue, refuseForeigner, writableIssue } from "./issues.js";

const READ = { permissions: ["issues:read", "pull_requests:read"], role: "read" } as const;
const WRITE = { permissions: ["issues:write", "pull_requests:write"], role: "read" } as const;

const Body = z.looseObject({ body: z.string() });

export const issueCommentsRoutes: readonly Route[] = [
  repositoryRoute("GET /repos/{owner}/{repo}/issues/comments", READ, listAll),
  repositoryRoute("GET /repos/{owner}/{repo}/issues/comments/{comment_id}", READ, (call) =>
    ok(issueCommentJson(call.hub, call.repository, theComment(call.repository, param(call, "comment_id")))),
  ),
  repositoryRoute("PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}", WRITE, async (call) => {
    const comment = writable(call);
    const { body } = readBody(call, Body);
    requireBody("IssueComment", body);
    await editComment(call.hub, acting(call), { repository: call.repository, comment, body });
    return ok(issueCommentJson(call.hub, call.repository, comment));
  }),
  repositoryRoute("DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}", WRITE, async (call) => {
    await deleteComment(call.hub, acting(call), { repository: call.repository, comment: writable(call) });
    return noContent();
  }),
  repositoryRoute("GET /repos/{owner}/{repo}/issues/{issue_number}/comments", READ, (call) => {
    const comments = readableIssue(call).commentIds.flatMap((id) => call.repository.comments.get(id) ?? []);
    return listed(call, comments);
  }),
  repositoryRoute("POST /repos/{owner}/{repo}/issues/{issue_number}/comments", WRITE, async (call) => {
    const issue = writableIssue(call);
    const { body } = readBody(call, Body);
    requireBody("IssueComment", body);
    const comment = await commentOnIssue(call.hub, acting(call), { repository: call.repository, issue, body });
    return created(issueCommentJson(call.hub, call.repository, comment));
  }),
];

function writable(call: RepositoryCall): IssueCommentRecord {
  const comment = theComment(call.repository, param(call, "comment_id"));
  const { isPull } = theIssue(call.repository, comment.issueNumber);
  requirePermission(call.hub, call.caller, isPull ? ["pull_requests:write", "issues:write"] : ["issues:write"]);
  refuseForeigner(call, comment);
  return comment;
}

/** Every comment of the repository: by creation, or by `sort=updated`. */
function listAll(call: RepositoryCall): Promise<Reply> {
  const all = [...call.repository.comments.values()];
  const ordered =
    query(call, "sort") === "updated"
      ? all.toSorted((a, b) => a.updatedAt.localeCompare(b.updatedAt) || a.id - b.id)
      : all;
  return listed(call, query(call, "direction") === "desc" ? ordered.toReversed() : ordered);
}

/**
 * `since` compares the last change, not the creation. All instants have the same format, so strings can be compared.
 */
function listed(call: RepositoryCall, comments: readonly IssueCommentRecord[]): Promise<Reply> {
  const asked = Date.parse(query(call, "since") ?? "");
  const since = Number.isNaN(asked) ? "" : instant(asked);
  const requested = since === "" ? comments : comments.filter(({ updatedAt }) => updatedAt >= since);
  return pageReply(call, requested, (comment) => issueCommentJson(call.hub, call.repository, comment));
}

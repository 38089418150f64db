import { type Acting, viaWhom } from "../../context.js";
import { forbidden, notFound } from "../../http/errors.js";
import type { Hub } from "../../hub.js";
import { roleOf, theIssue } from "../../lookup.js";
import { roleAtLeast } from "../../records/account.js";
import type { IssueCommentRecord, IssueRecord } from "../../records/issue.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { issueCommentJson, issueJson } from "../../resources/issue.js";
import { publish } from "../../webhooks/events.js";

export async function commentOnIssue(
  hub: Hub,
  acting: Acting,
  {
    repository,
    issue,
    body,
  }: { readonly repository: RepositoryRecord; readonly issue: IssueRecord; readonly body: string },
): Promise<IssueCommentRecord> {
  if (issue.locked && !roleAtLeast(roleOf(hub.state, repository, acting.user.id), "write")) {
    throw forbidden("Unable to create comment because issue is locked.");
  }
  const now = hub.now();
  const comment: IssueCommentRecord = {
    id: hub.nextId(),
    issueNumber: issue.number,
    userId: acting.user.id,
    ...viaWhom(acting),
    body,
    createdAt: now,
    updatedAt: now,
    lastEditedAt: null,
    reactions: [],
  };
  repository.comments.set(comment.id, comment);
  issue.commentIds.push(comment.id);
  issue.updatedAt = now;
  await announceComment(hub, acting, { repository, comment, action: "created" });
  return comment;
}

export async function editComment(
  hub: Hub,
  acting: Acting,
  at: { readonly repository: RepositoryRecord; readonly comment: IssueCommentRecord; readonly body: string },
): Promise<void> {
  const { repository, comment, body } = at;
  const before = comment.body;
  comment.body = body;
  comment.updatedAt = hub.now();
  comment.lastEditedAt = comment.updatedAt;
  await announceComment(hub, acting, {
    repository,
    comment,
    action: "edited",
    extra: { changes: { body: { from: before } } },
  });
}

export async function deleteComment(
  hub: Hub,
  acting: Acting,
  { repository, comment }: { readonly repository: RepositoryRecord; readonly comment: IssueCommentRecord },
): Promise<void> {
  const { commentIds } = theIssue(repository, comment.issueNumber);
  repository.comments.delete(comment.id);
  commentIds.splice(commentIds.indexOf(comment.id), 1);
  await announceComment(hub, acting, { repository, comment, action: "deleted" });
}

export function theComment(repository: RepositoryRecord, id: string): IssueCommentRecord {
  const comment = repository.comments.get(Number(id));
  if (comment === undefined) throw notFound();
  return comment;
}

type CommentEvent = {
  readonly repository: RepositoryRecord;
  readonly comment: IssueCommentRecord;
  readonly action: "created" | "edited" | "deleted";
  readonly extra?: object;
};

async function announceComment(hub: Hub, acting: Acting, event: CommentEvent): Promise<void> {
  const { repository, comment, action, extra = {} } = event;
  const payload = () => ({
    issue: issueJson(hub, repository, theIssue(repository, comment.issueNumber)),
    comment: issueCommentJson(hub, repository, comment),
    ...extra,
  });
  await publish(hub, acting, { name: "issue_comment", action, repository, payload });
}

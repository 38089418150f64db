import type { Hub } from "../hub.js";
import { fullName, theAccount } from "../lookup.js";
import { nodeId } from "../node-id.js";
import type { IssueCommentRecord, IssueRecord, LabelRecord } from "../records/issue.js";
import type { RepositoryRecord } from "../records/repository.js";
import { simpleUser } from "./account.js";
import { viaApp } from "./app.js";
import { authorAssociation } from "./author-association.js";
import { reactionRollup } from "./reaction.js";
import type { Schema } from "./schemas.js";

/** GitHub creates these labels with every repository and marks them as defaults. */
export const DEFAULT_LABELS = new Map([
  ["bug", "d73a4a"],
  ["documentation", "0075ca"],
  ["duplicate", "cfd3d7"],
  ["enhancement", "a2eeef"],
  ["good first issue", "7057ff"],
  ["help wanted", "008672"],
  ["invalid", "e4e669"],
  ["question", "d876e3"],
  ["wontfix", "ffffff"],
]);

export function labelJson(hub: Hub, repository: RepositoryRecord, label: LabelRecord): Schema<"label"> {
  const api = hub.urls.api(`/repos/${fullName(hub.state, repository)}`);
  return {
    id: label.id,
    node_id: nodeId("Label", repository.id, label.id),
    url: `${api}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: label.color,
    default: DEFAULT_LABELS.has(label.name),
    description: label.description,
  };
}

export function labelsOf(hub: Hub, repository: RepositoryRecord, issue: IssueRecord): Schema<"label">[] {
  return issue.labelIds.flatMap((id) => {
    const label = repository.labels.get(id);
    return label === undefined ? [] : [labelJson(hub, repository, label)];
  });
}

/** `issues` as GitHub shows them. A pull request is an issue too. */
export function issueJson(hub: Hub, repository: RepositoryRecord, issue: IssueRecord) {
  const name = fullName(hub.state, repository);
  const api = hub.urls.api(`/repos/${name}`);
  const url = `${api}/issues/${issue.number}`;
  const account = (id: number) => simpleUser(hub, theAccount(hub.state, id));
  const assignees = issue.assigneeIds.map(account);
  return {
    id: issue.id,
    node_id: issue.isPull
      ? nodeId("PullRequest", repository.id, issue.number)
      : nodeId("Issue", repository.id, issue.number),
    url,
    repository_url: api,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    timeline_url: `${url}/timeline`,
    html_url: hub.urls.html(`/${name}/${issue.isPull ? "pull" : "issues"}/${issue.number}`),
    number: issue.number,
    state: issue.state,
    state_reason: issue.stateReason,
    title: issue.title,
    body: issue.body,
    user: account(issue.userId),
    labels: labelsOf(hub, repository, issue),
    assignee: assignees[0] ?? null,
    assignees,
    milestone: null,
    locked: issue.locked,
    active_lock_reason: issue.lockReason,
    comments: issue.commentIds.length,
    closed_at: issue.closedAt,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    author_association: authorAssociation(hub, repository, issue.userId),
    performed_via_github_app: viaApp(hub, issue),
    reactions: reactionRollup(issue, url),
    sub_issues_summary: { total: 0, completed: 0, percent_completed: 0 },
    ...(issue.isPull ? pullFields(hub, repository, issue) : {}),
  } satisfies Schema<"issue">;
}

/** A single issue also names the person who closed it. */
export function fullIssue(hub: Hub, repository: RepositoryRecord, issue: IssueRecord): Schema<"issue"> {
  const closedBy = issue.closedById;
  return {
    ...issueJson(hub, repository, issue),
    closed_by: closedBy === null ? null : simpleUser(hub, theAccount(hub.state, closedBy)),
  };
}

function pullFields(hub: Hub, repository: RepositoryRecord, issue: IssueRecord) {
  const name = fullName(hub.state, repository);
  const page = hub.urls.html(`/${name}/pull/${issue.number}`);
  const pull = repository.pulls.get(issue.number);
  return {
    draft: pull?.draft ?? false,
    pull_request: {
      url: hub.urls.api(`/repos/${name}/pulls/${issue.number}`),
      html_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      merged_at: pull?.mergedAt ?? null,
    },
  };
}

export function issueCommentJson(hub: Hub, repository: RepositoryRecord, comment: IssueCommentRecord) {
  const name = fullName(hub.state, repository);
  const api = hub.urls.api(`/repos/${name}`);
  const url = `${api}/issues/comments/${comment.id}`;
  const page = repository.pulls.has(comment.issueNumber) ? "pull" : "issues";
  return {
    id: comment.id,
    node_id: nodeId("IssueComment", repository.id, comment.id),
    url,
    html_url: hub.urls.html(`/${name}/${page}/${comment.issueNumber}#issuecomment-${comment.id}`),
    issue_url: `${api}/issues/${comment.issueNumber}`,
    body: comment.body,
    user: simpleUser(hub, theAccount(hub.state, comment.userId)),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: authorAssociation(hub, repository, comment.userId),
    performed_via_github_app: viaApp(hub, comment),
    reactions: reactionRollup(comment, url),
  } satisfies Schema<"issue-comment">;
}

import type { Hub } from "../hub.js";
import { fullName, ownerOf, theAccount, theIssue } from "../lookup.js";
import { nodeId } from "../node-id.js";
import type { PullEnd, PullRecord } from "../records/pull.js";
import type { RepositoryRecord } from "../records/repository.js";
import { simpleUser } from "./account.js";
import { authorAssociation } from "./author-association.js";
import { labelsOf } from "./issue.js";
import { repositoryJson } from "./repository.js";
import type { Schema } from "./schemas.js";

/** Facts of a pull request from git. They are computed for a single one, never for a list. */
export type PullFacts = {
  readonly mergeable: boolean | null;
  readonly rebaseable: boolean | null;
  readonly mergeableState: string;
  readonly commits: number;
  readonly additions: number;
  readonly deletions: number;
  readonly changedFiles: number;
};

/** A pull request in lists. */
export function pullSimple(hub: Hub, repository: RepositoryRecord, pull: PullRecord): Schema<"pull-request-simple"> {
  const issue = theIssue(repository, pull.number);
  const name = fullName(hub.state, repository);
  const api = hub.urls.api(`/repos/${name}`);
  const url = `${api}/pulls/${pull.number}`;
  const page = hub.urls.html(`/${name}/pull/${pull.number}`);
  const account = (id: number) => simpleUser(hub, theAccount(hub.state, id));
  const assignees = issue.assigneeIds.map(account);
  const addresses = {
    html: page,
    issue: `${api}/issues/${pull.number}`,
    comments: `${api}/issues/${pull.number}/comments`,
    review_comments: `${url}/comments`,
    review_comment: `${api}/pulls/comments{/number}`,
    commits: `${url}/commits`,
    statuses: `${api}/statuses/${pull.head.sha}`,
  };
  return {
    url,
    id: pull.id,
    node_id: nodeId("PullRequest", repository.id, pull.number),
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: addresses.issue,
    commits_url: addresses.commits,
    review_comments_url: addresses.review_comments,
    review_comment_url: addresses.review_comment,
    comments_url: addresses.comments,
    statuses_url: addresses.statuses,
    number: pull.number,
    state: issue.state,
    locked: issue.locked,
    active_lock_reason: issue.lockReason,
    title: issue.title,
    user: account(issue.userId),
    body: issue.body,
    labels: labelsOf(hub, repository, issue).map((label) => ({ ...label, description: label.description ?? "" })),
    milestone: null,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeCommitSha,
    assignee: assignees[0] ?? null,
    assignees,
    requested_reviewers: pull.requestedReviewerIds.map(account),
    requested_teams: [],
    head: pullEnd(hub, pull.head, repository),
    base: pullEnd(hub, pull.base, repository),
    _links: {
      self: { href: url },
      html: { href: addresses.html },
      issue: { href: addresses.issue },
      comments: { href: addresses.comments },
      review_comments: { href: addresses.review_comments },
      review_comment: { href: addresses.review_comment },
      commits: { href: addresses.commits },
      statuses: { href: addresses.statuses },
    },
    author_association: authorAssociation(hub, repository, issue.userId),
    auto_merge: null,
    draft: pull.draft,
  };
}

/** A single pull request. */
export function fullPull(
  hub: Hub,
  repository: RepositoryRecord,
  at: { readonly pull: PullRecord; readonly facts: PullFacts },
): Schema<"pull-request"> {
  const { pull, facts } = at;
  const simple = pullSimple(hub, repository, pull);
  const issue = theIssue(repository, pull.number);
  const mergedBy = pull.mergedById;
  return {
    ...(simple as Omit<Schema<"pull-request">, keyof PullOnly>),
    state: issue.state,
    labels: labelsOf(hub, repository, issue),
    merged: pull.mergedAt !== null,
    mergeable: facts.mergeable,
    rebaseable: facts.rebaseable,
    mergeable_state: facts.mergeableState,
    merged_by: mergedBy === null ? null : simpleUser(hub, theAccount(hub.state, mergedBy)),
    comments: issue.commentIds.length,
    review_comments: pull.reviewCommentIds.length,
    maintainer_can_modify: pull.maintainerCanModify,
    commits: facts.commits,
    additions: facts.additions,
    deletions: facts.deletions,
    changed_files: facts.changedFiles,
  };
}

type PullOnly = Omit<Schema<"pull-request">, keyof Schema<"pull-request-simple">>;

/** A deleted fork leaves its branch and commit, but no repository. */
function pullEnd(hub: Hub, end: PullEnd, baseRepository: RepositoryRecord) {
  const repository = end.repositoryId === null ? undefined : hub.state.repositories.get(end.repositoryId);
  const owner = ownerOf(hub.state, repository ?? baseRepository);
  return {
    label: `${owner.login}:${end.ref}`,
    ref: end.ref,
    sha: end.sha,
    user: simpleUser(hub, owner),
    repo: (repository === undefined ? null : repositoryJson(hub, repository)) as Schema<"repository">,
  };
}

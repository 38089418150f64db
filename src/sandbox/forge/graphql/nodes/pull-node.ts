import type {
  PullRequest,
  PullRequestChangedFile,
  PullRequestReviewsArgs,
  RepositoryPullRequestsArgs,
} from "@octokit/graphql-schema";
import type { GraphQLResolveInfo } from "graphql";
import { actingAs } from "../../context.js";
import type { FileDiff } from "../../git/diff.js";
import { theIssue } from "../../lookup.js";
import { nodeId } from "../../node-id.js";
import { reviewDecision } from "../../operations/pulls/merge-demands.js";
import { pullCommits, pullFacts, pullFiles } from "../../operations/pulls/pull-facts.js";
import { branchRules } from "../../operations/repository/branch-rules.js";
import type { PullEnd, PullRecord } from "../../records/pull.js";
import { branchRef } from "../../ref-names.js";
import type { PullFacts } from "../../resources/pull.js";
import { type Place, requireRead } from "../asking.js";
import { connection, type PageArgs, type Paged } from "../connection.js";
import type { FieldsOf } from "../resolve-field.js";
import { actorById } from "./actor-node.js";
import { commitBySha } from "./commit-node.js";
import { gitObjectNode } from "./git-object-node.js";
import {
  type CommentArgs,
  commentsConnection,
  discussedFields,
  hasAnyLabel,
  inOrder,
  issueNode,
} from "./issue-node.js";
import { queueEntryNode } from "./queue-entry-node.js";
import { refNode } from "./ref-node.js";
import { reviewsConnection } from "./review-node.js";

type PullFields = FieldsOf<PullRequest> & { __typename: "PullRequest" };

export function pullNode(place: Place, pull: PullRecord): PullFields {
  const { hub, repository } = place;
  const issue = theIssue(repository, pull.number);
  const self = () => pullNode(place, pull);
  const merged = pull.mergedAt !== null;
  return {
    ...discussedFields(place, issue),
    ...factFields(place, pull),
    __typename: "PullRequest",
    id: nodeId("PullRequest", repository.id, pull.number),
    databaseId: pull.id,
    fullDatabaseId: String(pull.id),
    state: stateOf(place, pull),
    isDraft: pull.draft,
    headRefName: pull.head.ref,
    headRefOid: pull.head.sha,
    headRef: () => endRef(place, pull.head),
    baseRefName: pull.base.ref,
    baseRef: () => endRef(place, pull.base),
    isCrossRepository: pull.head.repositoryId !== repository.id,
    maintainerCanModify: pull.maintainerCanModify,
    reviewDecision: () => reviewDecision(hub, acting(place), { repository, pull }),
    files: async (args: PageArgs, info: GraphQLResolveInfo) => {
      const items = await pullFiles(place.git, pull);
      return connection({ args, info }, { items, key: ({ filename }) => filename, show: changedFileNode });
    },
    ...queueFields(place, pull),
    merged,
    mergedAt: pull.mergedAt,
    mergedBy: () => (pull.mergedById === null ? null : actorById(hub, pull.mergedById)),
    mergeCommit: () => (merged && pull.mergeCommitSha !== null ? gitObjectNode(place, pull.mergeCommitSha) : null),
    reviews: (args: PullRequestReviewsArgs, info: GraphQLResolveInfo) =>
      reviewsConnection(place, pull, { args, info, pullRequest: self }),
    commits: async (args: PageArgs, info: GraphQLResolveInfo) => {
      const items = await pullCommits(place.git, pull);
      return connection({ args, info }, { items, key: (sha) => sha, show: (sha) => pullCommitNode(place, sha, self) });
    },
    comments: (args: CommentArgs, info: GraphQLResolveInfo) =>
      commentsConnection(place, issue, {
        paged: { args, info },
        subject: { issue: () => issueNode(place, issue), pullRequest: self },
      }),
  };
}

/** Merge queues have a permission of their own. A field that may not be null takes its pull request with it. */
function queueFields(place: Place, pull: PullRecord) {
  const seen =
    <Value>(read: () => Value) =>
    () => {
      requireRead(place, "merge_queues:read");
      return read();
    };
  const { hub, repository } = place;
  return {
    isInMergeQueue: seen(() => pull.queued != null),
    mergeQueueEntry: seen(() => (pull.queued == null ? null : queueEntryNode(place, pull, pull.queued))),
    isMergeQueueEnabled: seen(() => branchRules(hub, acting(place), { repository, branch: pull.base.ref }).mergeQueue),
  };
}

function pullCommitNode(place: Place, sha: string, pullRequest: () => object) {
  return {
    __typename: "PullRequestCommit",
    id: nodeId("PullRequestCommit", place.repository.id, sha),
    commit: () => commitBySha(place, sha),
    pullRequest,
  };
}

/** GitHub's words for the change of a file. */
const CHANGE_TYPES: Readonly<Record<string, string>> = { removed: "DELETED" };

function changedFileNode({ filename, status, additions, deletions }: FileDiff) {
  return {
    __typename: "PullRequestChangedFile" as const,
    path: filename,
    additions,
    deletions,
    changeType: CHANGE_TYPES[status] ?? status.toUpperCase(),
  } satisfies FieldsOf<PullRequestChangedFile> & { __typename: string };
}

const acting = ({ asking }: Place) => actingAs(asking.caller, asking.responded);

/** Facts that git computes, on demand only. */
function factFields(place: Place, pull: PullRecord) {
  const { hub, repository } = place;
  const fact = (choose: (facts: PullFacts) => unknown) => async () =>
    choose(await pullFacts(hub, acting(place), { repository, pull }));
  return {
    additions: fact(({ additions }) => additions),
    deletions: fact(({ deletions }) => deletions),
    changedFiles: fact(({ changedFiles }) => changedFiles),
    mergeable: fact(({ mergeable }) => (mergeable === null ? "UNKNOWN" : mergeable ? "MERGEABLE" : "CONFLICTING")),
    mergeStateStatus: fact(({ mergeableState }) => mergeableState.toUpperCase()),
  };
}

function stateOf({ repository }: Place, pull: PullRecord): "OPEN" | "CLOSED" | "MERGED" {
  if (pull.mergedAt !== null) return "MERGED";
  return theIssue(repository, pull.number).state === "open" ? "OPEN" : "CLOSED";
}

/** Null after the branch was deleted. A fork's branch is not shown from here. */
function endRef(place: Place, end: PullEnd) {
  if (end.repositoryId !== place.repository.id) return null;
  const sha = place.git.refs.get(branchRef(end.ref));
  return sha === undefined ? null : refNode(place, branchRef(end.ref), sha);
}

export function pullsConnection(place: Place, { args, info }: Paged<RepositoryPullRequestsArgs>) {
  const { repository } = place;
  const { states, labels, headRefName, baseRefName, orderBy } = args;
  const items = [...repository.pulls.values()]
    .filter(
      (pull) =>
        (headRefName == null || pull.head.ref === headRefName) &&
        (baseRefName == null || pull.base.ref === baseRefName) &&
        (states == null || states.includes(stateOf(place, pull))),
    )
    .map((pull) => theIssue(repository, pull.number))
    .filter((issue) => labels == null || hasAnyLabel(place, issue, labels));
  const show = ({ number }: { readonly number: number }) => {
    const pull = repository.pulls.get(number);
    if (pull === undefined) throw new Error(`pull request ${number} is missing`);
    return pullNode(place, pull);
  };
  return connection({ args, info }, { items: inOrder(items, orderBy), key: ({ number }) => number, show });
}

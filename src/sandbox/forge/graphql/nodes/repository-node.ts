import type {
  Repository,
  RepositoryIssueArgs,
  RepositoryIssuesArgs,
  RepositoryLabelArgs,
  RepositoryObjectArgs,
  RepositoryPullRequestsArgs,
  RepositoryRefArgs,
  RepositoryRefsArgs,
  RepositoryReleaseArgs,
  RepositoryReleasesArgs,
} from "@octokit/graphql-schema";
import type { GraphQLResolveInfo } from "graphql";
import { findLabel, fullName, ownerOf } from "../../lookup.js";
import { nodeId } from "../../node-id.js";
import { latestRelease, releaseByTag } from "../../operations/repository/publish-release.js";
import { type RepositoryRecord, squashWords } from "../../records/repository.js";
import { branchOf, branchRef } from "../../ref-names.js";
import type { Asking, Place } from "../asking.js";
import { requireRead } from "../asking.js";
import { connection, type PageArgs } from "../connection.js";
import { unresolvable } from "../graphql-refusal.js";
import type { FieldsOf } from "../resolve-field.js";
import { actorNode } from "./actor-node.js";
import { objectByExpression } from "./git-object-node.js";
import { issueNode, issuesConnection } from "./issue-node.js";
import { labelNode } from "./label-node.js";
import { pullNode, pullsConnection } from "./pull-node.js";
import { refByName, refsConnection } from "./ref-node.js";
import { releaseNode, releasesConnection } from "./release-node.js";

export type RepositoryFields = FieldsOf<Repository> & { __typename: "Repository" };

export function placeOf(asking: Asking, repository: RepositoryRecord): Place {
  const place: Place = {
    asking,
    hub: asking.hub,
    repository,
    git: asking.hub.git(repository),
    shown: () => repositoryNode(place),
  };
  return place;
}

export function repositoryNode(place: Place): RepositoryFields {
  return { ...describedFields(place), ...settingFields(place), ...codeFields(place), ...discussionFields(place) };
}

function describedFields({ hub, repository, git }: Place) {
  const { state } = hub;
  const url = hub.urls.html(`/${fullName(state, repository)}`);
  return {
    __typename: "Repository" as const,
    id: nodeId("Repository", repository.id),
    databaseId: repository.id,
    name: repository.name,
    nameWithOwner: fullName(state, repository),
    owner: () => actorNode(hub, ownerOf(state, repository)),
    description: repository.description,
    url,
    createdAt: repository.createdAt,
    updatedAt: repository.updatedAt,
    pushedAt: repository.pushedAt,
    isArchived: repository.archived,
    isEmpty: ![...git.refs.keys()].some((ref) => branchOf(ref) !== undefined),
    isFork: repository.forkOfId !== null,
    isLocked: false,
    isPrivate: repository.private,
    visibility: repository.private ? "PRIVATE" : "PUBLIC",
  } satisfies FieldsOf<Repository>;
}

function settingFields({ repository: { settings } }: Place) {
  return {
    mergeCommitAllowed: settings.allowMergeCommit,
    squashMergeAllowed: settings.allowSquashMerge,
    rebaseMergeAllowed: settings.allowRebaseMerge,
    squashMergeCommitTitle: squashWords(settings).title,
    squashMergeCommitMessage: squashWords(settings).message,
  } satisfies FieldsOf<Repository>;
}

function codeFields(place: Place) {
  const readable = () => requireRead(place, "contents:read");
  return {
    defaultBranchRef: () => {
      readable();
      return refByName(place, branchRef(place.repository.defaultBranch));
    },
    ref: ({ qualifiedName }: RepositoryRefArgs) => {
      readable();
      return refByName(place, qualifiedName);
    },
    refs: (args: RepositoryRefsArgs, info: GraphQLResolveInfo) => {
      readable();
      return refsConnection(place, { args, info });
    },
    object: ({ expression, oid }: RepositoryObjectArgs) => {
      readable();
      return objectByExpression(place, expression ?? String(oid ?? ""));
    },
    latestRelease: () => {
      readable();
      const release = latestRelease(place.repository);
      return release === undefined ? null : releaseNode(place, release);
    },
    release: ({ tagName }: RepositoryReleaseArgs) => {
      readable();
      const release = releaseByTag(place.repository, tagName);
      return release === undefined ? null : releaseNode(place, release);
    },
    releases: (args: RepositoryReleasesArgs, info: GraphQLResolveInfo) => {
      readable();
      return releasesConnection(place, { args, info });
    },
  } satisfies FieldsOf<Repository>;
}

function discussionFields(place: Place) {
  const { repository } = place;
  return {
    issue: ({ number }: RepositoryIssueArgs) => {
      requireRead(place, "issues:read");
      const issue = repository.issues.get(number);
      if (issue === undefined || issue.isPull) throw unresolvable(`an Issue with the number of ${number}`);
      return issueNode(place, issue);
    },
    issues: (args: RepositoryIssuesArgs, info: GraphQLResolveInfo) => {
      requireRead(place, "issues:read");
      return issuesConnection(place, { args, info });
    },
    pullRequest: ({ number }: RepositoryIssueArgs) => {
      requireRead(place, "pull_requests:read");
      const pull = repository.pulls.get(number);
      if (pull === undefined) throw unresolvable(`a PullRequest with the number of ${number}`);
      return pullNode(place, pull);
    },
    pullRequests: (args: RepositoryPullRequestsArgs, info: GraphQLResolveInfo) => {
      requireRead(place, "pull_requests:read");
      return pullsConnection(place, { args, info });
    },
    label: ({ name }: RepositoryLabelArgs) => {
      const label = findLabel(repository, name);
      return label === undefined ? null : labelNode(place, label);
    },
    labels: (args: PageArgs, info: GraphQLResolveInfo) => {
      const items = [...repository.labels.values()];
      return connection({ args, info }, { items, key: ({ id }) => id, show: (label) => labelNode(place, label) });
    },
  } satisfies FieldsOf<Repository>;
}

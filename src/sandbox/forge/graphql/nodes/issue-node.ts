import type { Issue, IssueCommentsArgs, RepositoryIssuesArgs } from "@octokit/graphql-schema";
import type { GraphQLResolveInfo } from "graphql";
import { nodeId } from "../../node-id.js";
import type { IssueCommentRecord, IssueRecord } from "../../records/issue.js";
import { issueJson } from "../../resources/issue.js";
import type { Place } from "../asking.js";
import { connection, type PageArgs, type Paged } from "../connection.js";
import { GraphqlRefusal } from "../graphql-refusal.js";
import type { FieldsOf } from "../resolve-field.js";
import { actorById } from "./actor-node.js";
import { issueCommentNode } from "./comment-node.js";
import { labelsConnection } from "./label-node.js";
import { type TimelineArgs, timelineItems } from "./timeline.js";
import { writtenFields } from "./written-fields.js";

/** The fields that issues and pull requests share: comments, labels, assignees and the lock. */
export function discussedFields(place: Place, issue: IssueRecord) {
  const { hub, repository } = place;
  const url = issueJson(hub, repository, issue).html_url;
  return {
    ...writtenFields(place, issue),
    editor: () => (issue.editedById === undefined ? null : actorById(hub, issue.editedById)),
    number: issue.number,
    title: issue.title,
    url,
    closed: issue.state === "closed",
    closedAt: issue.closedAt,
    locked: issue.locked,
    databaseId: issue.id,
    fullDatabaseId: String(issue.id),
    labels: (args: PageArgs, info: GraphQLResolveInfo) => labelsConnection(place, issue, { args, info }),
    assignees: (args: PageArgs, info: GraphQLResolveInfo) =>
      connection({ args, info }, { items: issue.assigneeIds, key: (id) => id, show: (id) => actorById(hub, id) }),
    timelineItems: (args: TimelineArgs, info: GraphQLResolveInfo) => timelineItems(place, issue, { args, info }),
  };
}

type IssueFields = FieldsOf<Issue> & { __typename: "Issue" };

export function issueNode(place: Place, issue: IssueRecord): IssueFields {
  const { repository } = place;
  const self = () => issueNode(place, issue);
  return {
    ...discussedFields(place, issue),
    __typename: "Issue",
    id: nodeId("Issue", repository.id, issue.number),
    state: issue.state.toUpperCase(),
    stateReason: issue.stateReason?.toUpperCase() ?? null,
    comments: (args: CommentArgs, info: GraphQLResolveInfo) =>
      commentsConnection(place, issue, { paged: { args, info }, subject: { issue: self, pullRequest: () => null } }),
  };
}

export type CommentArgs = PageArgs & Pick<IssueCommentsArgs, "orderBy">;

export function commentsConnection(
  place: Place,
  issue: IssueRecord,
  at: { readonly paged: Paged<CommentArgs>; readonly subject: Parameters<typeof issueCommentNode>[2] },
) {
  const items = issue.commentIds.flatMap((id) => place.repository.comments.get(id) ?? []);
  return connection(at.paged, {
    items: commentsInOrder(items, at.paged.args.orderBy),
    key: ({ id }) => id,
    show: (comment) => issueCommentNode(place, comment, at.subject),
  });
}

/** Oldest first by default. GitHub's only other order is by the last change. */
function commentsInOrder(items: readonly IssueCommentRecord[], orderBy: CommentArgs["orderBy"]) {
  if (orderBy == null) return items;
  const ascending = items.toSorted((a, b) => a.updatedAt.localeCompare(b.updatedAt) || a.id - b.id);
  return orderBy.direction === "DESC" ? ascending.toReversed() : ascending;
}

export function issuesConnection(place: Place, { args, info }: Paged<RepositoryIssuesArgs>) {
  const { repository } = place;
  const { states, labels, orderBy } = args;
  const items = [...repository.issues.values()].filter(
    (issue) =>
      !issue.isPull &&
      (states == null || states.includes(issue.state.toUpperCase() as "OPEN")) &&
      (labels == null || hasAnyLabel(place, issue, labels)),
  );
  return connection(
    { args, info },
    { items: inOrder(items, orderBy), key: ({ number }) => number, show: (issue) => issueNode(place, issue) },
  );
}

/** GitHub lists issues with at least one of the labels, not with all of them. */
export function hasAnyLabel({ repository }: Place, { labelIds }: IssueRecord, names: readonly string[]): boolean {
  const requested = new Set(names.map((name) => name.toLowerCase()));
  return labelIds.some((id) => requested.has(repository.labels.get(id)?.name.toLowerCase() ?? ""));
}

type Order = { readonly field: string; readonly direction: string } | null | undefined;

/** Oldest first by default. */
export function inOrder<T extends { readonly number: number; readonly createdAt: string; readonly updatedAt: string }>(
  items: readonly T[],
  orderBy: Order,
): readonly T[] {
  if (orderBy == null) return items;
  if (orderBy.field === "COMMENTS") throw new GraphqlRefusal("NO_RESOLVER", "The forge does not order by COMMENTS.");
  const at = (item: T) => (orderBy.field === "UPDATED_AT" ? item.updatedAt : item.createdAt);
  const ascending = items.toSorted((a, b) => at(a).localeCompare(at(b)) || a.number - b.number);
  return orderBy.direction === "DESC" ? ascending.toReversed() : ascending;
}

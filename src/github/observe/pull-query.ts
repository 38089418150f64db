import { z } from "zod";
import { Sha } from "../../domain/ids.js";
import { Author } from "./author.js";

const CHECKS =
  "checkSuites(first: 50) { nodes { app { slug } checkRuns(first: 50) { nodes { databaseId externalId summary } } } }";

/** The number of listed reviews that only comment, including ours. */
export const LISTED_REVIEWS = 100;

/** Everything about one of our pull requests in the same request: what it shows is not pending any more. */
export const PULL_FIELDS = `id isCrossRepository number changedFiles baseRefName state isDraft headRefOid headRef { id } mergeable mergeStateStatus reviewDecision isInMergeQueue
  isMergeQueueEnabled mergeCommit { oid tree { oid } parents(first: 1) { nodes { oid } } } mergedBy { __typename login }
  removals: timelineItems(itemTypes: [REMOVED_FROM_MERGE_QUEUE_EVENT], last: 1) { nodes { ... on RemovedFromMergeQueueEvent { createdAt reason } } }
  timelineItems(itemTypes: [CLOSED_EVENT], last: 1) { nodes { ... on ClosedEvent { actor { __typename login } } } }
  approvals: reviews(states: APPROVED, last: 20) { nodes { submittedAt author { __typename login } commit { oid } } }
  verdicts: reviews(states: [APPROVED, DISMISSED], first: 1) { totalCount }
  remarks: reviews(states: [COMMENTED, CHANGES_REQUESTED], last: ${LISTED_REVIEWS}) { nodes { fullDatabaseId submittedAt body author { __typename login } } }
  labels(first: 50) { nodes { name } } assignees(first: 20) { nodes { login } }
  commits(last: 1) { nodes { commit { message tree { oid } parents(first: 3) { nodes { oid message } } author { name email user { login } } ${CHECKS} } } }`;

const nodesOf = <Node extends z.ZodType>(node: Node) => z.object({ nodes: z.array(node) });

const Commit = z.object({
  message: z.string(),
  tree: z.object({ oid: Sha }),
  parents: nodesOf(z.object({ oid: Sha, message: z.string() })),
  author: z
    .object({
      name: z.string().nullable(),
      email: z.string().nullable(),
      user: z.object({ login: z.string() }).nullable(),
    })
    .nullable(),
  checkSuites: nodesOf(
    z.object({
      app: z.object({ slug: z.string() }).nullable(),
      checkRuns: nodesOf(
        z.object({
          databaseId: z.number().nullable(),
          externalId: z.string().nullable(),
          summary: z.string().nullable(),
        }),
      ).nullable(),
    }),
  ).nullable(),
});
export type CommitNode = z.infer<typeof Commit>;

export const PullNode = z.object({
  id: z.string(),
  changedFiles: z.number(),
  baseRefName: z.string(),
  isCrossRepository: z.boolean(),
  number: z.number(),
  state: z.enum(["OPEN", "CLOSED", "MERGED"]),
  isDraft: z.boolean(),
  headRefOid: Sha,
  headRef: z.object({ id: z.string() }).nullable(),
  mergeable: z.string(),
  mergeStateStatus: z.string(),
  reviewDecision: z.string().nullable(),
  isInMergeQueue: z.boolean(),
  isMergeQueueEnabled: z.boolean(),
  mergeCommit: z
    .object({ oid: Sha, tree: z.object({ oid: Sha }), parents: nodesOf(z.object({ oid: Sha })) })
    .nullable(),
  mergedBy: Author,
  removals: nodesOf(z.object({ createdAt: z.string(), reason: z.string().nullable() })),
  timelineItems: nodesOf(z.object({ actor: Author })),
  approvals: nodesOf(z.object({ submittedAt: z.string(), author: Author, commit: z.object({ oid: Sha }).nullable() })),
  verdicts: z.object({ totalCount: z.number() }),
  remarks: nodesOf(
    z.object({
      fullDatabaseId: z.string().nullable(),
      submittedAt: z.string().nullable(),
      body: z.string(),
      author: Author,
    }),
  ),
  labels: nodesOf(z.object({ name: z.string() })).nullable(),
  assignees: nodesOf(z.object({ login: z.string() })),
  commits: nodesOf(z.object({ commit: Commit })),
});
export type PullNode = z.infer<typeof PullNode>;

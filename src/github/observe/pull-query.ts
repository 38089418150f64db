import { z } from "zod";
import { Sha } from "../../domain/ids.js";
import { SEALED_CHECK } from "../../render/check-output.js";
import { type QueueAccess, QueueFacts, queueFields } from "../client/queue-access.js";
import { Author } from "./author.js";

/** GitHub has one suite for each App and commit; only our own runs count, so only ours are asked for. */
const CHECKS = `checkSuites(first: 3, filterBy: { appId: $appId }) { nodes {
    app { slug } checkRuns(first: 50) { nodes { id databaseId externalId summary } }
    sealed: checkRuns(first: 1, filterBy: { checkName: ${JSON.stringify(SEALED_CHECK)} }) { nodes { databaseId text } }
  } }`;

/** The number of listed reviews that only comment, including ours. */
export const LISTED_REVIEWS = 100;

/** What has no connection, which GitHub charges nothing for: asked of every pull request in every observation. */
const stateFields = (
  access: QueueAccess,
) => `id isCrossRepository number updatedAt changedFiles baseRefName state isDraft headRefOid headRef { id }
  mergeable mergeStateStatus reviewDecision ${queueFields(access)}`;

/** The rest. Each connection is a request by GitHub's count, 17 in all. */
const DETAIL_FIELDS = `mergeCommit { oid tree { oid } parents(first: 1) { nodes { oid } } } mergedBy { __typename login }
  removals: timelineItems(itemTypes: [REMOVED_FROM_MERGE_QUEUE_EVENT], last: 1) { nodes { ... on RemovedFromMergeQueueEvent { createdAt reason } } }
  timelineItems(itemTypes: [CLOSED_EVENT], last: 1) { nodes { ... on ClosedEvent { actor { __typename login } } } }
  approvals: reviews(states: APPROVED, last: 20) { nodes { submittedAt author { __typename login } commit { oid } } }
  verdicts: reviews(states: [APPROVED, DISMISSED], first: 1) { totalCount }
  remarks: reviews(states: [COMMENTED, CHANGES_REQUESTED], last: ${LISTED_REVIEWS}) { nodes { fullDatabaseId submittedAt body author { __typename login } } }
  labels(first: 50) { nodes { name } } assignees(first: 20) { nodes { login } }
  commits(last: 1) { nodes { commit { message tree { oid } parents(first: 3) { nodes { oid message } } author { name email user { login } } ${CHECKS} } } }`;

/** How many pull requests' details one observation asks for: with them it costs at most two points more. */
export const DETAILED_PULLS = 10;

/** The fragments that a question uses. */
export const pullFragments = (access: QueueAccess) => ({
  state: `fragment PullState on PullRequest { ${stateFields(access)} }`,
  details: `fragment PullDetails on PullRequest { ${DETAIL_FIELDS} }`,
});

/** One pull request by its number, with or without its details. */
export function pullField(number: number, isDetailed: boolean): string {
  return `p${number}: pullRequest(number: ${number}) { ...PullState${isDetailed ? " ...PullDetails" : ""} }`;
}

/** Pull requests that the observation's first answer has not, or not with their details. */
export function pullsQuery(numbers: readonly number[], access: QueueAccess): string {
  const { state, details } = pullFragments(access);
  return `query ($owner: String!, $name: String!, $appId: Int!) {
  repository(owner: $owner, name: $name) {
    ${numbers.map((number) => pullField(number, true)).join("\n    ")}
  }
}
${state}
${details}`;
}

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
          id: z.string(),
          databaseId: z.number().nullable(),
          externalId: z.string().nullable(),
          summary: z.string().nullable(),
        }),
      ).nullable(),
      sealed: nodesOf(z.object({ databaseId: z.number().nullable(), text: z.string().nullable() })).nullable(),
    }),
  ).nullable(),
});
export type CommitNode = z.infer<typeof Commit>;

export const PullState = z.object({
  id: z.string(),
  changedFiles: z.number(),
  baseRefName: z.string(),
  isCrossRepository: z.boolean(),
  number: z.number(),
  updatedAt: z.string(),
  state: z.enum(["OPEN", "CLOSED", "MERGED"]),
  isDraft: z.boolean(),
  headRefOid: Sha,
  headRef: z.object({ id: z.string() }).nullable(),
  mergeable: z.string(),
  mergeStateStatus: z.string(),
  reviewDecision: z.string().nullable(),
  ...QueueFacts,
});
export type PullState = z.infer<typeof PullState>;

export const PullDetails = z.object({
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
export type PullDetails = z.infer<typeof PullDetails>;
export type PullNode = PullState & PullDetails;

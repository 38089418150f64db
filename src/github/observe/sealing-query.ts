import { z } from "zod";
import { Sha } from "../../domain/ids.js";
import { SEALED_CHECK, SHIPPED_CHECK } from "../../render/check-output.js";

const NEWEST = "orderBy: { field: UPDATED_AT, direction: DESC }";

/** One page of open pull requests. By GitHub's count it is one request. */
const fieldsFrom = (
  page: string,
) => `openPulls: pullRequests(states: OPEN, first: 100, ${NEWEST}${page}) { pageInfo { hasNextPage endCursor } nodes {
      number updatedAt headRefOid baseRefName isCrossRepository
    } }`;

/** The pull requests that changed last, and the merge groups: GitHub's merge queues have less than a hundred. */
export const SEALING_FIELDS = `mergeGroups: refs(refPrefix: "refs/heads/gh-readonly-queue/", first: 100) { nodes {
      name target { oid }
    } }
    ${fieldsFrom("")}`;

/** The same as a separate request. */
export const SEALING_QUERY = `query ($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) {
    ${SEALING_FIELDS}
  }
}`;

/** A further page of open pull requests. */
export const OPEN_PULLS_QUERY = `query ($owner: String!, $name: String!, $after: String!) {
  repository(owner: $owner, name: $name) {
    ${fieldsFrom(", after: $after")}
  }
}`;

/** With so many commits it costs a point. */
export const JUDGED_HEADS = 25;

/** Our runs of one name. Only the newest counts, which is GitHub's default; other Apps may use the name. */
const runsOf = (alias: string, name: string) =>
  `${alias}: checkRuns(first: 5, filterBy: { checkName: ${JSON.stringify(name)} }) { nodes { databaseId text } }`;

/** What our checks on these commits were made from. */
export function judgedQuery(heads: readonly Sha[]): string {
  const fields = heads.map((head, index) => `h${index}: object(oid: ${JSON.stringify(head)}) { ...Judged }`);
  return `query ($owner: String!, $name: String!, $appId: Int!) {
  repository(owner: $owner, name: $name) {
    ${fields.join("\n    ")}
  }
}
fragment Judged on Commit { checkSuites(first: 2, filterBy: { appId: $appId }) { nodes {
  app { slug } ${runsOf("sealed", SEALED_CHECK)} ${runsOf("shipped", SHIPPED_CHECK)}
} } }`;
}

const nodesOf = <Node extends z.ZodType>(node: Node) => z.object({ nodes: z.array(node) });

const Runs = nodesOf(z.object({ databaseId: z.number().nullable(), text: z.string().nullable() })).nullable();
/** A commit with our runs; null if GitHub does not have it any more. */
export const Judged = z
  .object({
    checkSuites: nodesOf(
      z.object({ app: z.object({ slug: z.string() }).nullable(), sealed: Runs, shipped: Runs }),
    ).nullable(),
  })
  .nullable();
export type Judged = z.infer<typeof Judged>;

export const OpenPulls = nodesOf(
  z.object({
    number: z.number(),
    updatedAt: z.string(),
    headRefOid: Sha,
    baseRefName: z.string(),
    isCrossRepository: z.boolean(),
  }),
).extend({ pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }) });
export type OpenPulls = z.infer<typeof OpenPulls>;
export type OpenPull = OpenPulls["nodes"][number];

export const SealingAnswer = z.object({
  mergeGroups: nodesOf(z.object({ name: z.string(), target: z.object({ oid: Sha }) })),
  openPulls: OpenPulls,
});

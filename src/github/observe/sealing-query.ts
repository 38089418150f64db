import { z } from "zod";
import { Sha } from "../../domain/ids.js";
import { SEALED_CHECK, SHIPPED_CHECK } from "../../render/check-output.js";

/** The runs of one name on a commit. Only the newest counts, which is GitHub's default; other Apps may use the name. */
const runsOf = (name: string) => {
  const filter = `filterBy: { checkName: ${JSON.stringify(name)} }`;
  return `checkSuites(first: 20, ${filter}) { nodes { app { slug } checkRuns(first: 5, ${filter}) { nodes { databaseId text } } } }`;
};

/** One page of open pull requests; GitHub's merge queues have less than a hundred groups. */
const fieldsFrom = (
  page: string,
) => `openPulls: pullRequests(states: OPEN, first: 100${page}) { pageInfo { hasNextPage endCursor } nodes {
      number headRefOid baseRefName isCrossRepository commits(last: 1) { nodes { commit { ${runsOf(SEALED_CHECK)} } } }
    } }`;

/** Open pull requests and merge groups, as part of a request about the repository. */
export const SEALING_FIELDS = `sealedAt: defaultBranchRef { target { ... on Commit { ${runsOf(SHIPPED_CHECK)} } } }
    mergeGroups: refs(refPrefix: "refs/heads/gh-readonly-queue/", first: 100) { nodes {
      name target { oid ... on Commit { ${runsOf(SEALED_CHECK)} } }
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

const nodesOf = <Node extends z.ZodType>(node: Node) => z.object({ nodes: z.array(node) });

const Judged = z.object({
  checkSuites: nodesOf(
    z.object({
      app: z.object({ slug: z.string() }).nullable(),
      checkRuns: nodesOf(z.object({ databaseId: z.number().nullable(), text: z.string().nullable() })).nullable(),
    }),
  ).nullable(),
});
/** A commit with its runs of one name. */
export type Judged = z.infer<typeof Judged>;

export const OpenPulls = nodesOf(
  z.object({
    number: z.number(),
    headRefOid: Sha,
    baseRefName: z.string(),
    isCrossRepository: z.boolean(),
    commits: nodesOf(z.object({ commit: Judged })),
  }),
).extend({ pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }) });
export type OpenPulls = z.infer<typeof OpenPulls>;

export const SealingAnswer = z.object({
  sealedAt: z.object({ target: Judged }).nullable(),
  mergeGroups: nodesOf(z.object({ name: z.string(), target: Judged.extend({ oid: Sha }) })),
  openPulls: OpenPulls,
});

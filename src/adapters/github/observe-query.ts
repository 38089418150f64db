import { z } from "zod";
import { Sha } from "../../domain/ids.js";

const BLOB = "object { ... on Blob { oid text isTruncated isBinary byteSize } }";

const PULL = `number state headRefOid merged mergeCommit { oid } mergedBy { login }
  reviews(states: APPROVED, last: 20) { nodes { submittedAt author { __typename login } commit { oid } } }
  commits(last: 1) { nodes { commit { message } } }`;

/** One request for everything but the comments. Branches are asked for by alias: the newest pull request of each. */
export function observeQuery(branches: readonly string[]): string {
  const aliases = branches.map(
    (_, index) => `b${index}: pullRequests(headRefName: $b${index}, last: 1) { nodes { ${PULL} } }`,
  );
  const variables = branches.map((_, index) => `, $b${index}: String!`).join("");
  return `query ($owner: String!, $name: String!, $labels: [String!]${variables}) {
  repository(owner: $owner, name: $name) {
    databaseId nameWithOwner isArchived isFork
    defaultBranchRef { name target { oid ... on Commit {
      spec: file(path: "SPEC.md") { ${BLOB} }
      config: file(path: ".factory/config.yml") { ${BLOB} }
      workflow: file(path: ".github/workflows/factory-gates.yml") { oid }
      tree { entries { name } }
    } } }
    issues(labels: $labels, states: OPEN, first: 50) { nodes {
      number title body
      timelineItems(itemTypes: [LABELED_EVENT], last: 50) { nodes {
        ... on LabeledEvent { createdAt label { name } actor { __typename login } }
      } }
    } }
    ${aliases.join("\n    ")}
  }
}`;
}

const Blob = z
  .object({
    object: z
      .object({
        oid: Sha,
        text: z.string().nullable(),
        isTruncated: z.boolean(),
        isBinary: z.boolean().nullable(),
        byteSize: z.number(),
      })
      .nullable(),
  })
  .nullable();
export type ObservedBlob = z.infer<typeof Blob>;

const Author = z.object({ __typename: z.string(), login: z.string() }).nullable();
export type ObservedAuthor = z.infer<typeof Author>;

export const ObservedPullNode = z.object({
  number: z.number(),
  state: z.enum(["OPEN", "CLOSED", "MERGED"]),
  headRefOid: Sha,
  mergeCommit: z.object({ oid: Sha }).nullable(),
  mergedBy: z.object({ login: z.string() }).nullable(),
  reviews: z.object({
    nodes: z.array(z.object({ submittedAt: z.string(), author: Author, commit: z.object({ oid: Sha }).nullable() })),
  }),
  commits: z.object({ nodes: z.array(z.object({ commit: z.object({ message: z.string() }) })) }),
});
export type ObservedPullNode = z.infer<typeof ObservedPullNode>;

export const ObserveAnswer = z.object({
  repository: z.looseObject({
    databaseId: z.number(),
    nameWithOwner: z.string(),
    isArchived: z.boolean(),
    isFork: z.boolean(),
    defaultBranchRef: z
      .object({
        name: z.string(),
        target: z.object({
          oid: Sha,
          spec: Blob,
          config: Blob,
          workflow: z.object({ oid: z.string() }).nullable(),
          tree: z.object({ entries: z.array(z.object({ name: z.string() })).nullable() }),
        }),
      })
      .nullable(),
    issues: z.object({
      nodes: z.array(
        z.object({
          number: z.number(),
          title: z.string(),
          body: z.string(),
          timelineItems: z.object({
            nodes: z.array(z.object({ createdAt: z.string(), label: z.object({ name: z.string() }), actor: Author })),
          }),
        }),
      ),
    }),
  }),
});
export type ObserveAnswer = z.infer<typeof ObserveAnswer>;

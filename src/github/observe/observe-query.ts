import { z } from "zod";
import { CONFIG_PATH } from "../../domain/gates/state-paths.js";
import { Sha } from "../../domain/ids.js";
import type { ObservationQuery } from "../../engine/ports.js";
import { GATES_WORKFLOW_PATH } from "../../features/spec/draft-paths.js";
import type { QueueAccess } from "../client/queue-access.js";
import { MERGE_SETTINGS, MergeSettings } from "../commits/merge-settings.js";
import { Author } from "./author.js";
import type { AskedPull } from "./newest-pulls.js";
import { pullField, pullFragments } from "./pull-query.js";
import { SEALING_FIELDS } from "./sealing-query.js";
import { TALK_FIELDS } from "./talk-query.js";

const BLOB = "object { ... on Blob { oid text isTruncated isBinary byteSize } }";

/** GitHub matches a head by its name alone: forks' branches of our name must not hide ours. */
export const LISTED_PULLS = 100;

type Asked = Pick<ObservationQuery, "branches" | "labels" | "commentsSince" | "stateBranch">;

/**
 * One request for almost everything. By GitHub's count it is about 170 requests and one for each branch, and 17 for each pull
 * request with details (decisions.md#an-observation-costs-at-most-five-points).
 */
export function observeQuery({ branches, labels, commentsSince, stateBranch }: Asked, given: Given): string {
  const { pulls, sealing, queueAccess } = given;
  const fragments = pullFragments(queueAccess);
  const listed = branches.map(
    (_, index) =>
      `b${index}: pullRequests(headRefName: $b${index}, last: ${LISTED_PULLS}) { nodes { number isCrossRepository } }`,
  );
  const aliases = [...listed, ...pulls.map(({ number, isDetailed }) => pullField(number, isDetailed))];
  const isDetailed = pulls.some(({ isDetailed }) => isDetailed);
  const labelAliases = labels.map((_, index) => `l${index}: label(name: $l${index}) { id name }`);
  const parts = [
    ...(stateBranch === null ? [] : ["stateRef: ref(qualifiedName: $stateRef) { target { oid } }"]),
    ...(sealing ? [SEALING_FIELDS] : []),
    ...(commentsSince === null ? [] : [TALK_FIELDS]),
  ];
  const variables = [
    ...branches.map((_, index) => `$b${index}`),
    ...labels.map((_, index) => `$l${index}`),
    ...(stateBranch === null ? [] : ["$stateRef"]),
  ];
  const declared = [...(isDetailed ? ["$appId: Int!"] : []), ...variables.map((name) => `${name}: String!`)];
  return `query ($owner: String!, $name: String!, $labels: [String!]${declared.map((one) => `, ${one}`).join("")}) {
  repository(owner: $owner, name: $name) {
    id databaseId nameWithOwner isArchived isFork ${MERGE_SETTINGS}
    defaultBranchRef { name target { oid ... on Commit {
      spec: file(path: "SPEC.md") { ${BLOB} }
      config: file(path: "${CONFIG_PATH}") { ${BLOB} }
      workflow: file(path: "${GATES_WORKFLOW_PATH}") { ${BLOB} }
      tree { entries { name } }
      codeIndex: file(path: ".factory/code-index") { oid }
      versions: file(path: ".factory/modules") { oid }
    } } }
    issues(labels: $labels, states: OPEN, first: 50) { nodes {
      number title body lastEditedAt editor { __typename login }
      renames: timelineItems(itemTypes: [RENAMED_TITLE_EVENT], last: 1) { nodes {
        ... on RenamedTitleEvent { createdAt actor { __typename login } }
      } }
      timelineItems(itemTypes: [LABELED_EVENT], last: 50) { nodes {
        ... on LabeledEvent { createdAt label { name } actor { __typename login } }
      } }
    } }
    ${[...aliases, ...labelAliases, ...parts].join("\n    ")}
  }
}${pulls.length === 0 ? "" : `\n${fragments.state}`}${isDetailed ? `\n${fragments.details}` : ""}`;
}

/** What is known before the request. */
type Given = {
  readonly pulls: readonly AskedPull[];
  readonly sealing: boolean;
  readonly queueAccess: QueueAccess;
};

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

export const ObserveAnswer = z.object({
  repository: z.looseObject({
    id: z.string(),
    databaseId: z.number().nullable(),
    nameWithOwner: z.string(),
    isArchived: z.boolean(),
    isFork: z.boolean(),
    ...MergeSettings.shape,
    defaultBranchRef: z
      .object({
        name: z.string(),
        target: z.object({
          oid: Sha,
          spec: Blob,
          config: Blob,
          workflow: Blob,
          tree: z.object({ entries: z.array(z.object({ name: z.string() })).nullable() }),
          codeIndex: z.object({ oid: Sha }).nullable(),
          versions: z.object({ oid: Sha }).nullable(),
        }),
      })
      .nullable(),
    stateRef: z.object({ target: z.object({ oid: Sha }) }).nullish(),
    issues: z.object({
      nodes: z.array(
        z.object({
          number: z.number(),
          title: z.string(),
          body: z.string(),
          lastEditedAt: z.string().nullable(),
          editor: Author,
          renames: z.object({ nodes: z.array(z.object({ createdAt: z.string(), actor: Author })) }),
          timelineItems: z.object({
            nodes: z.array(z.object({ createdAt: z.string(), label: z.object({ name: z.string() }), actor: Author })),
          }),
        }),
      ),
    }),
  }),
});
export type ObserveAnswer = z.infer<typeof ObserveAnswer>;

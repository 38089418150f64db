import type {
  CommitCheckSuitesArgs,
  CommitFileArgs,
  CommitHistoryArgs,
  CommitParentsArgs,
  Commit as CommitType,
} from "@octokit/graphql-schema";
import type { GraphQLResolveInfo } from "graphql";
import { log } from "../../git/history.js";
import type { Commit } from "../../git/objects.js";
import { entryAt } from "../../git/tree-listing.js";
import { fullName } from "../../lookup.js";
import { nodeId } from "../../node-id.js";
import { verification } from "../../resources/commit.js";
import type { Place } from "../asking.js";
import { connection, type Paged } from "../connection.js";
import type { FieldsOf } from "../resolve-field.js";
import { checkSuitesConnection } from "./check-suite-node.js";
import { gitActorNode } from "./git-actor-node.js";
import { treeEntryNode, treeNode } from "./tree-node.js";

type CommitFields = FieldsOf<CommitType> & { __typename: "Commit" };

export function commitNode(place: Place, commit: Commit): CommitFields {
  const { hub, repository, git, shown } = place;
  const page = hub.urls.html(`/${fullName(hub.state, repository)}/commit/${commit.sha}`);
  const [messageHeadline = ""] = commit.message.split("\n");
  return {
    __typename: "Commit",
    id: nodeId("Commit", repository.id, commit.sha),
    oid: commit.sha,
    message: commit.message,
    messageHeadline,
    url: page,
    author: () => gitActorNode(hub, commit.author),
    committer: () => gitActorNode(hub, commit.committer),
    signature: () => signatureOf(commit),
    tree: () => treeNode(place, commit.tree, ""),
    file: async ({ path }: CommitFileArgs) => {
      const entry = await entryAt(git, commit.tree, path);
      return entry === undefined ? null : treeEntryNode(place, entry, path.replace(/^\/+|\/+$/g, ""));
    },
    parents: (args: CommitParentsArgs, info: GraphQLResolveInfo) => commits(place, { args, info }, commit.parents),
    history: async (args: CommitHistoryArgs, info: GraphQLResolveInfo) =>
      commits(place, { args, info }, await log(git.directory, { start: commit.sha, ...filterOf(args) })),
    checkSuites: (args: CommitCheckSuitesArgs, info: GraphQLResolveInfo) =>
      checkSuitesConnection(place, commit.sha, { args, info }),
    repository: shown,
  };
}

function filterOf({ path, since, until }: CommitHistoryArgs) {
  return {
    ...(path == null ? {} : { path }),
    ...(since == null ? {} : { since: String(since) }),
    ...(until == null ? {} : { until: String(until) }),
  };
}

function commits(place: Place, paged: Paged, shas: readonly string[]) {
  return connection(paged, { items: shas, key: (sha) => sha, show: (sha) => commitBySha(place, sha) });
}

export async function commitBySha(place: Place, sha: string): Promise<CommitFields> {
  const commit = await place.git.commit(sha);
  if (commit === undefined) throw new Error(`commit ${sha} is missing`);
  return commitNode(place, commit);
}

/** Only commits that the forge itself made count as signed. */
function signatureOf(commit: Commit) {
  const { verified } = verification(commit);
  if (!verified) return null;
  const { email } = commit.committer;
  return {
    __typename: "GpgSignature",
    isValid: true,
    state: "VALID",
    wasSignedByGitHub: true,
    email,
    signature: "",
    payload: "",
  };
}

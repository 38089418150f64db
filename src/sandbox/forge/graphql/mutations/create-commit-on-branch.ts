/**
 * One commit by compare-and-swap: the branch must be at the commit that the caller expects
 * (decisions.md#github-compare-and-swap).
 */
import type { CommittableBranch, CreateCommitOnBranchInput } from "@octokit/graphql-schema";
import { commitFiles } from "../../operations/repository/commit-files.js";
import { branchOf, branchRef } from "../../ref-names.js";
import type { Asking, Place } from "../asking.js";
import { changeRepository } from "../change-repository.js";
import { placeById, placeByName } from "../find-place.js";
import { GraphqlRefusal, notANode } from "../graphql-refusal.js";
import { commitNode } from "../nodes/commit-node.js";
import { refNode } from "../nodes/ref-node.js";
import { checkedChanges } from "./file-changes.js";

const WRITE = { permissions: ["contents:write"], role: "write" } as const;

export async function createCommitOnBranch(asking: Asking, input: CreateCommitOnBranchInput): Promise<object> {
  const { place, branch } = branchNamed(asking, input.branch);
  return changeRepository(place, WRITE, async (acting) => {
    const tree = await treeAtExpectedHead(place, branch, String(input.expectedHeadOid));
    const commit = await commitFiles(place.hub, acting, {
      repository: place.repository,
      branch,
      message: messageOf(input.message),
      ...(await checkedChanges(place, { tree, head: String(input.expectedHeadOid), changes: input.fileChanges ?? {} })),
    });
    return { commit: commitNode(place, commit), ref: refNode(place, branchRef(branch), commit.sha) };
  });
}

/** Takes the ref's id, or the repository and branch name, but not a mixture. */
function branchNamed(asking: Asking, requested: CommittableBranch): { place: Place; branch: string } {
  const { id, branchName, repositoryNameWithOwner } = requested;
  if (id != null) {
    const { place, parsed } = placeById(asking, id);
    const branch = parsed.type === "Ref" ? branchOf(parsed.ids.slice(1).join(":")) : undefined;
    if (branch === undefined) throw notANode(id);
    return { place, branch };
  }
  if (branchName == null || repositoryNameWithOwner == null) {
    throw new GraphqlRefusal(
      "UNPROCESSABLE",
      "Either `id` or both `repositoryNameWithOwner` and `branchName` must be given.",
    );
  }
  const [owner = "", name = ""] = repositoryNameWithOwner.split("/");
  return { place: placeByName(asking, owner, name), branch: branchName.replace(/^refs\/heads\//, "") };
}

async function treeAtExpectedHead({ git }: Place, branch: string, expected: string): Promise<string> {
  const head = git.refs.get(branchRef(branch));
  if (head === undefined) {
    throw new GraphqlRefusal("NOT_FOUND", `No such branch: '${branch}' does not exist in this repository.`);
  }
  if (head !== expected) {
    throw new GraphqlRefusal(
      "STALE_DATA",
      `Expected branch to point to "${expected}" but it did not.  Pull and try again.`,
    );
  }
  const commit = await git.commit(head);
  if (commit === undefined) throw new Error(`branch ${branch} names no commit`);
  return commit.tree;
}

const messageOf = ({ headline, body }: { headline: string; body?: string | null | undefined }) =>
  body == null || body === "" ? headline : `${headline}\n\n${body}`;

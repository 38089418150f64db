import { z } from "zod";
import { LimitedUntil } from "../../domain/errors.js";
import { Sha } from "../../domain/ids.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { Place } from "../client/github.js";
import { type BranchCommit, type BranchCommitResult, headOf } from "./commit-on-branch.js";
import { isStaleData } from "./stale-data.js";

const Named = z.object({ sha: Sha });

/** The tree of a commit. */
export async function treeOf({ gitHub, owner, repo }: Place, commit_sha: Sha): Promise<Sha> {
  const { data } = await gitHub.request("GET /repos/{owner}/{repo}/git/commits/{commit_sha}", {
    owner,
    repo,
    commit_sha,
  });
  return z.object({ tree: Named }).parse(data).tree.sha;
}

/** A commit's tree with these files in it. */
export async function treeWith(place: Place, commit: Sha, files: readonly FileToWrite[]): Promise<Sha> {
  const { gitHub, owner, repo } = place;
  const { data } = await gitHub.request("POST /repos/{owner}/{repo}/git/trees", {
    owner,
    repo,
    base_tree: await treeOf(place, commit),
    tree: files.map(({ path, text }) => ({ path, mode: "100644", type: "blob", content: text }) as const),
  });
  return Named.parse(data).sha;
}

/**
 * For more files than one mutation takes: tree, commit, and the ref by compare-and-swap
 * (decisions.md#compare-and-swap-commits).
 */
export async function commitLargeOnBranch(place: Place, commit: BranchCommit): Promise<BranchCommitResult> {
  const { gitHub, owner, repo } = place;
  const { files, deletions } = commit;
  const { data } = await gitHub.request("POST /repos/{owner}/{repo}/git/trees", {
    owner,
    repo,
    base_tree: await treeOf(place, commit.parent),
    tree: [
      ...files.map(({ path, text }) => ({ path, mode: "100644", type: "blob", content: text }) as const),
      ...deletions.map((path) => ({ path, mode: "100644", type: "blob", sha: null }) as const),
    ],
  });
  return commitTreeOnBranch(place, { ...commit, tree: Named.parse(data).sha });
}

const REPOSITORY = "query ($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { id } }";
const Repository = z.object({ repository: z.object({ id: z.string() }) });
const UPDATE_REF = "mutation ($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }";

/** A commit of an existing tree, on exactly this parent, perhaps with further parents. */
export async function commitTreeOnBranch(
  place: Place,
  {
    branch,
    parent,
    message,
    tree,
    joins = [],
  }: Pick<BranchCommit, "branch" | "parent" | "message"> & { readonly tree: Sha; readonly joins?: readonly Sha[] },
): Promise<BranchCommitResult> {
  const { gitHub, owner, repo } = place;
  const made = await gitHub.request("POST /repos/{owner}/{repo}/git/commits", {
    owner,
    repo,
    message,
    tree,
    parents: [parent, ...joins],
  });
  const head = Named.parse(made.data).sha;
  const { repository } = Repository.parse(await gitHub.graphql(REPOSITORY, { owner, name: repo }));
  try {
    const refUpdates = [{ name: `refs/heads/${branch}`, beforeOid: parent, afterOid: head }];
    await gitHub.graphql(UPDATE_REF, { input: { repositoryId: repository.id, refUpdates } });
    return { kind: "committed", head, tree };
  } catch (error) {
    if (error instanceof LimitedUntil) throw error;
    // GitHub has no one word for a ref that moved, and an answer that was lost says nothing: where the ref is says both.
    const current = await headOf(place, branch);
    if (current === head) return { kind: "committed", head, tree };
    if (current !== parent || isStaleData(error)) return { kind: "moved" };
    throw error;
  }
}

import { hasStatus } from "../../domain/errors.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { CommitResult, StateCommit } from "../../engine/ports.js";
import type { Place } from "../client/github.js";
import { headOf } from "./commit-on-branch.js";

/**
 * The first commit of an orphan branch: `createCommitOnBranch` needs a branch, so this one is made of tree, commit and
 * ref.
 */
export async function beginBranch(
  place: Place,
  { branch, commit: { message, files } }: { readonly branch: string; readonly commit: StateCommit },
): Promise<CommitResult> {
  const { gitHub, owner, repo } = place;
  const entries = files.map(
    ({ path, text }: FileToWrite) => ({ path, mode: "100644", type: "blob", content: text }) as const,
  );
  const tree = await gitHub.request("POST /repos/{owner}/{repo}/git/trees", { owner, repo, tree: entries });
  const commit = await gitHub.request("POST /repos/{owner}/{repo}/git/commits", {
    owner,
    repo,
    message,
    tree: tree.data.sha,
    parents: [],
  });
  try {
    await gitHub.request("POST /repos/{owner}/{repo}/git/refs", {
      owner,
      repo,
      ref: `refs/heads/${branch}`,
      sha: commit.data.sha,
    });
  } catch (error) {
    // Somebody else was first only if the branch is there: GitHub has other reasons for 422, such as a rule of the repository.
    if (hasStatus(error, 422) && (await headOf(place, branch)) !== null) return { kind: "lost-race" };
    throw error;
  }
  return { kind: "committed", head: commit.data.sha };
}

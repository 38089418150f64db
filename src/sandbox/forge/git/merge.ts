/** Merges without a work tree, with git's own merge. A conflict is a value, not an exception. */
import type { GitRepository } from "./git-repository.js";
import { commitsBetween, isAncestor } from "./history.js";
import type { Signature } from "./objects.js";
import { runGit } from "./run-git.js";

export type MergedTree = { readonly ok: true; readonly tree: string } | { readonly ok: false };

export async function mergeTrees(git: GitRepository, ours: string, theirs: string): Promise<MergedTree> {
  // A head that already contains the base is the merge result.
  const theirTree = (await git.commit(theirs))?.tree;
  if (theirTree !== undefined && (await isAncestor(git, ours, theirs))) return { ok: true, tree: theirTree };
  const args = ["merge-tree", "--write-tree", "--no-messages", "--allow-unrelated-histories", ours, theirs];
  const { code, stdout, stderr } = await runGit(git.directory, args);
  if (code > 1) throw new Error(`git merge-tree failed with ${code}: ${stderr.trim()}`);
  return code === 0 ? { ok: true, tree: stdout.toString().trim() } : { ok: false };
}

/** Replays each commit of `head` that `base` lacks on top of `base`. Merges are left out, as in git rebase. */
export async function rebaseCommits(
  git: GitRepository,
  base: string,
  head: string,
  committer: Signature,
): Promise<{ readonly ok: true; readonly sha: string } | { readonly ok: false }> {
  let tip = base;
  for (const sha of await commitsBetween(git, base, head)) {
    const commit = await git.commit(sha);
    const [parent, ...others] = commit?.parents ?? [];
    if (commit === undefined || others.length > 0) continue;
    const picked = await pickTree(git, { onto: tip, parent, commit: sha });
    if (!picked.ok) return picked;
    tip = await git.writeCommit({
      tree: picked.tree,
      parents: [tip],
      message: commit.message,
      author: commit.author,
      committer,
    });
  }
  return { ok: true, sha: tip };
}

/**
 * The tree of a cherry-pick. `merge-tree --merge-base` needs git 2.40, so the base becomes the common parent of two
 * temporary commits that nothing refers to.
 */
async function pickTree(
  git: GitRepository,
  pick: { readonly onto: string; readonly parent: string | undefined; readonly commit: string },
): Promise<MergedTree> {
  const nobody: Signature = { name: "forge", email: "forge@localhost", date: "1970-01-01T00:00:00Z", offset: "+0000" };
  const stand = async (commitish: string | undefined, parents: readonly string[]) => {
    const tree = commitish === undefined ? await git.writeTree([]) : ((await git.commit(commitish))?.tree ?? "");
    return git.writeCommit({ tree, parents, message: "pick", author: nobody, committer: nobody });
  };
  const base = await stand(pick.parent, []);
  return mergeTrees(git, await stand(pick.onto, [base]), await stand(pick.commit, [base]));
}

/** Resolves a name (branch, tag, SHA) to a commit. Revision syntax is not supported: `HEAD~1` is not a name. */
import type { GitRepository } from "./git/git-repository.js";
import type { Commit } from "./git/objects.js";
import { branchRef, tagRef } from "./ref-names.js";

export async function resolveCommit(
  git: GitRepository,
  name: string,
  defaultBranch: string,
): Promise<Commit | undefined> {
  const named = name === "HEAD" ? branchRef(defaultBranch) : name;
  const sha =
    git.refs.get(branchRef(named)) ??
    git.refs.get(tagRef(named)) ??
    git.refs.get(named) ??
    git.refs.get(`refs/${named}`) ??
    (/^[0-9a-f]{4,40}$/i.test(named) ? named.toLowerCase() : undefined);
  return sha === undefined ? undefined : peel(git, sha);
}

/** Follows annotated tags to their commit. */
async function peel(git: GitRepository, sha: string): Promise<Commit | undefined> {
  const info = await git.info(sha);
  if (info?.type !== "tag") return info === undefined ? undefined : git.commit(info.sha);
  const tag = await git.tag(info.sha);
  return tag === undefined ? undefined : peel(git, tag.object);
}

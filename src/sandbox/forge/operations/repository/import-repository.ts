import { ZERO_SHA } from "../../git/git-repository.js";
import { mustGit } from "../../git/run-git.js";
import type { Hub } from "../../hub.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { branchRef } from "../../ref-names.js";

/** What a new repository has from the start: a branch and tags of another one on this machine. */
export type ImportedRepository = {
  readonly directory: string;
  readonly branch: string;
  readonly head: string;
  readonly tags: readonly (readonly [ref: string, sha: string])[];
};

/** Nothing is announced: no workflow runs because a repository with a history has arrived. */
export async function importRepository(
  hub: Hub,
  repository: RepositoryRecord,
  { directory, branch, head, tags }: ImportedRepository,
): Promise<void> {
  repository.defaultBranch = branch;
  const git = hub.git(repository);
  await git.setHead(branch);
  const requested = [head, ...tags.map(([ref]) => ref)];
  await mustGit(git.directory, ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--stdin", directory], {
    input: `${requested.join("\n")}\n`,
  });
  const updates = [[branchRef(branch), head] as const, ...tags].map(([ref, after]) => ({
    ref,
    before: ZERO_SHA,
    after,
  }));
  await git.updateRefs(updates);
  for (const { ref, after } of updates) repository.refs.set(ref, after);
}

import type { GitRepository } from "../../git/git-repository.js";
import type { PullRecord } from "../../records/pull.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { pullCommits } from "./pull-facts.js";
import { pullsNaming } from "./pull-index.js";

/** The pull requests with this commit, as their merge or as one of their commits. */
export async function pullsWithCommit(
  git: GitRepository,
  repository: RepositoryRecord,
  sha: string,
): Promise<PullRecord[]> {
  const found: PullRecord[] = [];
  for (const pull of pullsNaming(repository, sha)) {
    if ((pull.mergedAt !== null && pull.mergeCommitSha === sha) || (await pullCommits(git, pull)).includes(sha))
      found.push(pull);
  }
  return found;
}

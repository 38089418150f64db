/**
 * The merge that would result now, as `merge_commit_sha` and `refs/pull/N/merge`. GitHub keeps one for every open pull
 * request that was read.
 */
import { ZERO_SHA } from "../../git/git-repository.js";
import type { Hub } from "../../hub.js";
import type { PullRecord } from "../../records/pull.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { pullMergeRef } from "../../ref-names.js";
import { webFlowSignature } from "../../webhooks/signatures.js";

export type TestMerge = {
  readonly repository: RepositoryRecord;
  readonly pull: PullRecord;
  /** The current tip of the base. */
  readonly base: string;
  readonly tree: string;
};

export async function keepTestMerge(hub: Hub, { repository, pull, base, tree }: TestMerge): Promise<void> {
  const git = hub.git(repository);
  const head = pull.head.sha;
  const sha = await git.remembered(`test merge ${base} ${head}`, async () => {
    // Dated by the head, so that a second query makes the same commit.
    const by = webFlowSignature((await git.commit(head))?.committer.date ?? hub.now());
    const message = `Merge ${head} into ${base}`;
    return git.writeCommit({ tree, parents: [base, head], message, author: by, committer: by });
  });
  const ref = pullMergeRef(pull.number);
  const before = git.refs.get(ref) ?? ZERO_SHA;
  // If this update loses a race, another request has stored a merge already.
  if (before !== sha) await git.updateRefs([{ ref, before, after: sha }]);
  if (pull.mergedAt === null) pull.mergeCommitSha = sha;
}

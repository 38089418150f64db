/** One commit on a branch through the API: contents, and GraphQL's createCommitOnBranch. */
import type { Acting } from "../../context.js";
import type { PathChange } from "../../git/change-tree.js";
import { ZERO_SHA } from "../../git/git-repository.js";
import type { Commit, Signature } from "../../git/objects.js";
import { conflict } from "../../http/errors.js";
import type { Hub } from "../../hub.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { branchRef } from "../../ref-names.js";
import { signatureOfAccount, webFlowSignature } from "../../webhooks/signatures.js";
import { applyRefUpdates } from "./apply-ref-updates.js";

export type FileCommit = {
  readonly repository: RepositoryRecord;
  readonly branch: string;
  readonly message: string;
  readonly additions: readonly { readonly path: string; readonly content: Buffer; readonly mode?: string }[];
  readonly deletions: readonly string[];
  readonly author?: Signature | undefined;
  readonly committer?: Signature | undefined;
};

/** The caller holds the repository's lock. The tip of the branch becomes the parent. */
export async function commitFiles(hub: Hub, acting: Acting, requested: FileCommit): Promise<Commit> {
  const git = hub.git(requested.repository);
  const ref = branchRef(requested.branch);
  const before = git.refs.get(ref) ?? ZERO_SHA;
  const parent = before === ZERO_SHA ? undefined : await git.commit(before);
  const blobs = await git.writeBlobs(requested.additions.map(({ content }) => content));
  const changes: PathChange[] = [
    ...requested.deletions.map((path) => ({ path, mode: "100644", sha: null })),
    ...requested.additions.map(({ path, mode = "100644" }, index) => ({ path, mode, sha: blobs[index] ?? null })),
  ];
  const after = await git.writeCommit({
    tree: await git.changeTree(parent?.tree ?? null, changes),
    parents: parent === undefined ? [] : [parent.sha],
    message: requested.message,
    author: requested.author ?? signatureOfAccount(acting.user, hub.now()),
    committer: requested.committer ?? webFlowSignature(hub.now()),
  });
  await applyRefUpdates(hub, acting, requested.repository, [{ ref, before, after }]);
  const commit = await git.commit(after);
  if (commit === undefined) throw conflict(`commit ${after} is missing`);
  return commit;
}

import type { Acting } from "../../context.js";
import { isAncestor } from "../../git/history.js";
import { unprocessable } from "../../http/errors.js";
import type { Hub } from "../../hub.js";
import type { PullRecord } from "../../records/pull.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { branchRef } from "../../ref-names.js";
import { signatureOfAccount, webFlowSignature } from "../../webhooks/signatures.js";
import { applyRefUpdates } from "../repository/apply-ref-updates.js";
import { tryMerge } from "./pull-facts.js";

/** Merges the base into the head, like the button "Update branch". */
export async function updateBranch(
  hub: Hub,
  acting: Acting,
  {
    repository,
    pull,
    expected,
  }: { readonly repository: RepositoryRecord; readonly pull: PullRecord; readonly expected: string | undefined },
): Promise<void> {
  const git = hub.git(repository);
  const base = git.refs.get(branchRef(pull.base.ref));
  const headRepository = hub.state.repositories.get(pull.head.repositoryId ?? 0);
  if (base === undefined || headRepository !== repository) throw unprocessable("The head branch cannot be updated.");
  if (expected !== undefined && expected !== pull.head.sha) {
    throw unprocessable(`expected head sha didn't match current head ref.`);
  }
  if (await isAncestor(git, base, pull.head.sha)) throw unprocessable("There are no new commits on the base branch.");
  const merged = await tryMerge(git, base, pull.head.sha);
  if (!merged.ok) throw unprocessable("merge conflict between base and head");
  const after = await git.writeCommit({
    tree: merged.tree,
    parents: [pull.head.sha, base],
    message: `Merge branch '${pull.base.ref}' into ${pull.head.ref}`,
    author: signatureOfAccount(acting.user, hub.now()),
    committer: webFlowSignature(hub.now()),
  });
  await applyRefUpdates(hub, acting, repository, [{ ref: branchRef(pull.head.ref), before: pull.head.sha, after }]);
}

/** Announces moved refs with `create`, `delete` and `push` events, and updates their pull requests. */
import type { Acting } from "../../context.js";
import { type RefUpdate, ZERO_SHA } from "../../git/git-repository.js";
import type { Hub } from "../../hub.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { branchOf, tagOf } from "../../ref-names.js";
import { closeIssuesNamedIn } from "../issues/closing-keywords.js";
import { syncPulls } from "../pulls/sync-pulls.js";
import { announceRef } from "./announce-ref.js";

export async function announceRefs(
  hub: Hub,
  acting: Acting,
  repository: RepositoryRecord,
  updates: readonly RefUpdate[],
): Promise<void> {
  const now = hub.now();
  for (const update of updates) {
    if (update.after === ZERO_SHA) repository.refs.delete(update.ref);
    else repository.refs.set(update.ref, update.after);
    const branch = branchOf(update.ref);
    const name = branch ?? tagOf(update.ref);
    if (name === undefined) continue;
    repository.pushedAt = now;
    await announceRef(hub, acting, { repository, update, name, isBranch: branch !== undefined });
    if (branch === undefined) continue;
    await syncPulls(hub, acting, { repository, branch, update });
    if (branch === repository.defaultBranch) await closeIssuesNamedIn(hub, acting, repository, update);
  }
}

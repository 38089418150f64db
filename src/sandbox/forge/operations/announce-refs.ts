/** After refs have moved: `create`, `delete` and `push` events, and what follows for pull requests. */
import type { Acting } from "../context.js";
import { publish } from "../events.js";
import { type RefUpdate, ZERO_SHA } from "../git/git-repository.js";
import type { Hub } from "../hub.js";
import type { RepositoryRecord } from "../records/repository.js";
import { branchOf, tagOf } from "../ref-names.js";
import { pushPayload } from "../resources/push.js";
import { closeIssuesNamedIn } from "./closing-keywords.js";
import { syncPulls } from "./sync-pulls.js";

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
    await announce(hub, acting, { repository, update, name, isBranch: branch !== undefined });
    if (branch === undefined) continue;
    await syncPulls(hub, acting, { repository, branch, update });
    if (branch === repository.defaultBranch) await closeIssuesNamedIn(hub, acting, repository, update);
  }
}

type Announcement = {
  readonly repository: RepositoryRecord;
  readonly update: RefUpdate;
  readonly name: string;
  readonly isBranch: boolean;
};

async function announce(hub: Hub, acting: Acting, { repository, update, name, isBranch }: Announcement): Promise<void> {
  const refType = isBranch ? "branch" : "tag";
  const common = { ref: name, ref_type: refType, pusher_type: "user" };
  if (update.before === ZERO_SHA) {
    const payload = () => ({ ...common, master_branch: repository.defaultBranch, description: repository.description });
    await publish(hub, acting, { name: "create", action: null, repository, payload });
  }
  if (update.after === ZERO_SHA) {
    await publish(hub, acting, { name: "delete", action: null, repository, payload: () => common });
  }
  const payload = () => pushPayload(hub, repository, { update, pusher: acting.user });
  await publish(hub, acting, { name: "push", action: null, repository, payload });
}

import type { Acting } from "../../context.js";
import { type RefUpdate, ZERO_SHA } from "../../git/git-repository.js";
import type { Hub } from "../../hub.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { pushPayload } from "../../resources/push.js";
import { publish } from "../../webhooks/events.js";

type Announcement = {
  readonly repository: RepositoryRecord;
  readonly update: RefUpdate;
  readonly name: string;
  readonly isBranch: boolean;
};

/** `create`, `delete` and `push` events of one branch or tag. */
export async function announceRef(
  hub: Hub,
  acting: Acting,
  { repository, update, name, isBranch }: Announcement,
): Promise<void> {
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

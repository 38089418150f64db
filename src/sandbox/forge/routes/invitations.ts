/** Outside collaborators are invited and have no access before they accept. */

import { accountOf } from "../context.js";
import { acting, type Call, param, type RepositoryCall } from "../http/call.js";
import { notFound } from "../http/errors.js";
import { pageReply } from "../http/pagination.js";
import { noContent, type Reply } from "../http/reply.js";
import { repositoryRoute, userRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import type { Hub } from "../hub.js";
import { fullName, theAccount } from "../lookup.js";
import { nodeId } from "../node-id.js";
import { addCollaborator } from "../operations/repository/add-collaborator.js";
import type { AccountRecord, Role } from "../records/account.js";
import type { InvitationRecord, RepositoryRecord } from "../records/repository.js";
import { simpleUser } from "../resources/account.js";
import { repositoryJson } from "../resources/repository.js";
import type { Schema } from "../resources/schemas.js";

const ADMIN = { permissions: ["administration:read"], role: "admin" } as const;
const MINE = "/user/repository_invitations";

export const invitationsRoutes: readonly Route[] = [
  repositoryRoute("GET /repos/{owner}/{repo}/invitations", ADMIN, (call) =>
    pageReply(call, [...call.repository.invitations.values()], (invitation) =>
      invitationJson(call.hub, call.repository, invitation),
    ),
  ),
  userRoute(`GET ${MINE}`, (call) =>
    pageReply(call, invitationsTo(call), ({ repository, invitation }) =>
      invitationJson(call.hub, repository, invitation),
    ),
  ),
  userRoute(`PATCH ${MINE}/{invitation_id}`, (call) => answerInvitation(call, "accepted")),
  userRoute(`DELETE ${MINE}/{invitation_id}`, (call) => answerInvitation(call, "declined")),
];

/** One invitation per person. A second one changes the role of the first. */
export function invite(call: RepositoryCall, invitee: AccountRecord, role: Role) {
  const { hub, repository } = call;
  const known = [...repository.invitations.values()].find(({ inviteeId }) => inviteeId === invitee.id);
  const inviterId = acting(call).user.id;
  const invitation = known ?? { id: hub.nextId(), inviteeId: invitee.id, inviterId, role, createdAt: hub.now() };
  invitation.role = role;
  repository.invitations.set(invitation.id, invitation);
  return invitationJson(hub, repository, invitation);
}

function invitationJson(hub: Hub, repository: RepositoryRecord, invitation: InvitationRecord) {
  return {
    id: invitation.id,
    node_id: nodeId("RepositoryInvitation", invitation.id),
    repository: repositoryJson(hub, repository),
    invitee: simpleUser(hub, theAccount(hub.state, invitation.inviteeId)),
    inviter: simpleUser(hub, theAccount(hub.state, invitation.inviterId)),
    permissions: invitation.role,
    created_at: invitation.createdAt,
    expired: false,
    url: hub.urls.api(`${MINE}/${invitation.id}`),
    html_url: hub.urls.html(`/${fullName(hub.state, repository)}/invitations`),
  } satisfies Schema<"repository-invitation">;
}

/** The invitations to the caller. */
function invitationsTo({ hub, caller }: Call) {
  const me = accountOf(caller)?.id;
  return [...hub.state.repositories.values()].flatMap((repository) =>
    [...repository.invitations.values()]
      .filter(({ inviteeId }) => inviteeId === me)
      .map((invitation) => ({ repository, invitation })),
  );
}

async function answerInvitation(call: Call, answer: "accepted" | "declined"): Promise<Reply> {
  const { hub } = call;
  const found = invitationsTo(call).find(({ invitation }) => String(invitation.id) === param(call, "invitation_id"));
  if (found === undefined) throw notFound();
  const { repository, invitation } = found;
  return hub.exclusive(repository, async () => {
    repository.invitations.delete(invitation.id);
    const account = theAccount(hub.state, invitation.inviteeId);
    const { role } = invitation;
    if (answer === "accepted") await addCollaborator(hub, acting(call), { repository, account, role });
    return noContent();
  });
}

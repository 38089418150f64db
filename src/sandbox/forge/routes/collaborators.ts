/** The roles of people in a repository. */
import { z } from "zod";
import { acting, param, query, type RepositoryCall, readBody } from "../http/call.js";
import { notFound } from "../http/errors.js";
import { pageReply } from "../http/pagination.js";
import { created, noContent, ok, type Reply } from "../http/reply.js";
import { repositoryRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { findAccount, ownerOf, roleOf } from "../lookup.js";
import { addCollaborator, foldedRole } from "../operations/repository/add-collaborator.js";
import { type AccountRecord, type Role, roleAtLeast } from "../records/account.js";
import { simpleUser } from "../resources/account.js";
import { permissionsOf } from "../resources/repository.js";
import { publish } from "../webhooks/events.js";
import { invite } from "./invitations.js";

const READ = { permissions: ["metadata:read"], role: "write" } as const;
const READ_METADATA = { permissions: ["metadata:read"], role: "read" } as const;
const WRITE = { permissions: ["administration:write"], role: "admin" } as const;
const PATH = "/repos/{owner}/{repo}/collaborators";

export const collaboratorsRoutes: readonly Route[] = [
  repositoryRoute(`GET ${PATH}`, READ, listCollaborators),
  repositoryRoute(`GET ${PATH}/{username}`, READ, (call) => {
    if (!isCollaborator(call, named(call))) throw notFound();
    return noContent();
  }),
  repositoryRoute(`PUT ${PATH}/{username}`, WRITE, putCollaborator),
  repositoryRoute(`DELETE ${PATH}/{username}`, WRITE, removeCollaborator),
  repositoryRoute(`GET ${PATH}/{username}/permission`, READ_METADATA, permissionLevel),
];

function named(call: RepositoryCall): AccountRecord {
  const account = findAccount(call.hub.state, param(call, "username"));
  if (account === undefined) throw notFound();
  return account;
}

function isCollaborator({ hub, repository }: RepositoryCall, { id }: AccountRecord): boolean {
  const owner = ownerOf(hub.state, repository);
  return repository.collaborators.has(id) || owner.memberIds.includes(id) || owner.id === id;
}

function collaborator({ hub }: RepositoryCall, account: AccountRecord, role: Role) {
  return { ...simpleUser(hub, account), permissions: permissionsOf(role), role_name: role };
}

function listCollaborators(call: RepositoryCall): Promise<Reply> {
  const { hub, repository } = call;
  const requested = query(call, "permission");
  const needed = requested === "push" ? "write" : requested === "pull" ? "read" : (requested as Role | undefined);
  const people = [...hub.state.accounts.values()].flatMap((account) => {
    const role =
      account.type === "User" && isCollaborator(call, account) ? roleOf(hub.state, repository, account.id) : undefined;
    return role === undefined || (needed !== undefined && !roleAtLeast(role, needed)) ? [] : [{ account, role }];
  });
  return pageReply(call, people, ({ account, role }) => collaborator(call, account, role));
}

/** REST's older names of the roles. */
const ROLE_WORDS: Readonly<Record<string, Role>> = {
  pull: "read",
  read: "read",
  triage: "triage",
  push: "write",
  write: "write",
  maintain: "maintain",
  admin: "admin",
};

async function putCollaborator(call: RepositoryCall): Promise<Reply> {
  const { hub, repository } = call;
  const account = named(call);
  const { permission } = readBody(call, z.looseObject({ permission: z.string().default("push") }));
  const role = ROLE_WORDS[permission];
  if (role === undefined) throw notFound();
  const owner = ownerOf(hub.state, repository);
  if (!repository.collaborators.has(account.id)) {
    // A person outside the organisation is invited, and has no access before they accept.
    if (!owner.memberIds.includes(account.id)) return created(invite(call, account, role));
    await addCollaborator(hub, acting(call), { repository, account, role });
  }
  repository.collaborators.set(account.id, role);
  return noContent();
}

async function removeCollaborator(call: RepositoryCall): Promise<Reply> {
  const { hub, repository } = call;
  const account = named(call);
  if (repository.collaborators.delete(account.id)) {
    const payload = () => ({ member: simpleUser(hub, account) });
    await publish(hub, acting(call), { name: "member", action: "removed", repository, payload });
  }
  return noContent();
}

function permissionLevel(call: RepositoryCall): Reply {
  const { hub, repository } = call;
  const account = named(call);
  const role = roleOf(hub.state, repository, account.id);
  const user =
    role === undefined ? { ...simpleUser(hub, account), role_name: "none" } : collaborator(call, account, role);
  return ok({ permission: foldedRole(role), role_name: role ?? "none", user });
}

import { z } from "zod";
import { accountOf } from "../context.js";
import { canSee } from "../http/access.js";
import { acting, type Call, param, query, type RepositoryCall, readBody } from "../http/call.js";
import { forbidden, notFound } from "../http/errors.js";
import { pageReply } from "../http/pagination.js";
import { accepted, created, noContent, ok, type Reply } from "../http/reply.js";
import { openRoute, repositoryRoute, userRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { findAccount, roleOf } from "../lookup.js";
import { createRepository, type NewRepository } from "../operations/repository/create-repository.js";
import { deleteRepository, forkRepository } from "../operations/repository/repository-life.js";
import type { AccountRecord, Role } from "../records/account.js";
import { fullRepository, repositoryJson } from "../resources/repository.js";

const METADATA = { permissions: ["metadata:read"], role: "read" } as const;
const ADMINISTER = { permissions: ["administration:write"], role: "admin" } as const;
const DELETE = { ...ADMINISTER, whileArchived: true } as const;
const FORK = { permissions: ["administration:write"], role: "read", whileArchived: true } as const;

export const repositoriesRoutes: readonly Route[] = [
  repositoryRoute("GET /repos/{owner}/{repo}", METADATA, (call) => ok(shown(call))),
  repositoryRoute("DELETE /repos/{owner}/{repo}", DELETE, async (call) => {
    await deleteRepository(call.hub, acting(call), call.repository);
    return noContent();
  }),
  repositoryRoute("POST /repos/{owner}/{repo}/forks", FORK, async (call) => {
    const fork = await forkRepository(call.hub, acting(call), call.repository);
    return accepted(fullRepository(call.hub, fork, "admin"));
  }),
  openRoute("GET /repositories/{repository_id}", (call) => {
    const repository = call.hub.state.repositories.get(Number(param(call, "repository_id")));
    if (repository === undefined || !canSee(call.hub, call.caller, repository)) throw notFound();
    return ok(
      fullRepository(call.hub, repository, roleOf(call.hub.state, repository, accountOf(call.caller)?.id) ?? "read"),
    );
  }),
  openRoute("GET /orgs/{org}/repos", (call) => listOwned(call, named(call, "org"))),
  userRoute("POST /user/repos", (call) => newRepository(call, acting(call).user)),
  userRoute("POST /orgs/{org}/repos", (call) => {
    const owner = named(call, "org");
    if (!owner.memberIds.includes(acting(call).user.id))
      throw forbidden("You need admin access to the organization before adding a repository to it.");
    return newRepository(call, owner);
  }),
];

function named(call: Call, parameter: string): AccountRecord {
  const account = findAccount(call.hub.state, param(call, parameter));
  if (account === undefined) throw notFound();
  return account;
}

/** The role that corresponds to an App's permissions. */
function roleFor({ hub, caller, repository }: RepositoryCall): Role {
  if (caller.kind === "user") return roleOf(hub.state, repository, caller.user.id) ?? "read";
  return caller.kind !== "anonymous" && caller.kind !== "app" && caller.permissions.contents === "write"
    ? "write"
    : "read";
}

export const shown = (call: RepositoryCall) => fullRepository(call.hub, call.repository, roleFor(call));

function listOwned(call: Call, owner: AccountRecord): Promise<Reply> {
  const { hub, caller } = call;
  const owned = [...hub.state.repositories.values()].filter(
    (repository) => repository.ownerId === owner.id && canSee(hub, caller, repository),
  );
  const sorted = query(call, "direction") === "desc" ? owned.toReversed() : owned;
  return pageReply(call, sorted, (repository) => repositoryJson(hub, repository));
}

export const RepositoryName = z.string().regex(/^[\w.-]{1,100}$/, "must be made of letters, digits, '.', '-' and '_'");

const Creation = z.looseObject({
  name: RepositoryName,
  description: z.string().nullish(),
  private: z.boolean().optional(),
  auto_init: z.boolean().optional(),
});

async function newRepository(call: Call, owner: AccountRecord): Promise<Reply> {
  const { name, description, private: isPrivate, auto_init } = readBody(call, Creation);
  const requested: NewRepository = {
    owner,
    name,
    description,
    private: isPrivate,
    files: auto_init === true ? { "README.md": `# ${name}\n` } : undefined,
  };
  const repository = await createRepository(call.hub, acting(call), requested);
  return created(fullRepository(call.hub, repository, "admin"));
}

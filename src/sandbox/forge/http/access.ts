/** Access checks. Each route declares what it needs, and refusals are GitHub's. */
import { accountOf, type Caller } from "../context.js";
import type { Hub } from "../hub.js";
import { coversRepository, roleOf } from "../lookup.js";
import { type Role, roleAtLeast } from "../records/account.js";
import type { PermissionLevel, Permissions } from "../records/app.js";
import type { RepositoryRecord } from "../records/repository.js";
import { forbidden, GitHubError, notAccessible, notFound } from "./errors.js";

/** `issues:write`, `contents:read`. Every installation has `metadata:read`. */
export type Permission = `${string}:${PermissionLevel}`;

/** What a repository route needs: one of these permissions from an App or job, or this role from a person. */
export type RepositoryAccess = {
  readonly permissions: readonly Permission[];
  readonly role: Role;
  /** Marks a write that is possible in an archived repository. */
  readonly whileArchived?: true;
};

const LEVELS: readonly PermissionLevel[] = ["read", "write", "admin"];

export function grants(permissions: Permissions, needed: Permission): boolean {
  const [name = "", level = "read"] = needed.split(":") as [string, PermissionLevel];
  if (needed === "metadata:read") return true;
  const held = permissions[name];
  return held !== undefined && LEVELS.indexOf(held) >= LEVELS.indexOf(level);
}

/** Throws unless the caller has access. `reads` marks a read, which a public repository allows to everyone. */
export function checkRepositoryAccess(
  hub: Hub,
  caller: Caller,
  check: { readonly repository: RepositoryRecord; readonly access: RepositoryAccess; readonly reads: boolean },
): void {
  const { repository, access, reads } = check;
  const openToAll = !repository.private && reads && access.role === "read";
  switch (caller.kind) {
    case "app":
      throw notAccessible();
    case "installation":
    case "job":
      if (!isReachable(caller, repository)) {
        if (repository.private) throw notFound();
        if (!openToAll) throw notAccessible();
        return;
      }
      requirePermission(hub, caller, access.permissions);
      break;
    case "anonymous":
    case "user": {
      const role = roleOf(hub.state, repository, accountOf(caller)?.id);
      if (role === undefined) throw notFound();
      if (caller.kind === "anonymous" && !openToAll) throw new GitHubError(401, "Requires authentication");
      if (!roleAtLeast(role, access.role)) throw insufficientRole(access.role);
      break;
    }
    default:
      caller satisfies never;
  }
  if (repository.archived && !reads && access.whileArchived !== true)
    throw forbidden("Repository was archived so is read-only.");
}

function isReachable(caller: Extract<Caller, { kind: "installation" | "job" }>, repository: RepositoryRecord): boolean {
  if (caller.kind === "job") return caller.repositoryId === repository.id;
  if (!coversRepository(caller.installation, repository)) return false;
  return caller.repositoryIds === null || caller.repositoryIds.includes(repository.id);
}

/** Whether a repository is visible to a caller: it is public, or the caller has access. */
export function canSee(hub: Hub, caller: Caller, repository: RepositoryRecord): boolean {
  if (caller.kind === "installation" || caller.kind === "job") {
    return !repository.private || isReachable(caller, repository);
  }
  return roleOf(hub.state, repository, accountOf(caller)?.id) !== undefined;
}

/**
 * For checks that depend on the content of the request, such as whether an issue is a pull request. People always pass.
 */
export function requirePermission(hub: Hub, caller: Caller, anyOf: readonly Permission[]): void {
  if (caller.kind !== "installation" && caller.kind !== "job") return;
  if (!isPermitted(hub, caller, anyOf)) throw notAccessible();
}

/** Reports each required permission to its observer. */
export function isPermitted(
  hub: Hub,
  { kind, call, permissions }: Extract<Caller, { kind: "installation" | "job" }>,
  anyOf: readonly Permission[],
): boolean {
  const granted = anyOf.some((permission) => grants(permissions, permission));
  for (const { permissionNeeded } of hub.interceptors) permissionNeeded?.({ kind, call, anyOf, granted });
  return granted;
}

function insufficientRole(role: Role): GitHubError {
  return forbidden(
    role === "admin" ? "Must have admin rights to Repository." : `Must have ${role} access to the repository.`,
  );
}

/** People act by role, Apps by permission. */
export function canWrite(hub: Hub, caller: Caller, repository: RepositoryRecord): boolean {
  if (caller.kind === "installation" || caller.kind === "job") return grants(caller.permissions, "contents:write");
  return roleAtLeast(roleOf(hub.state, repository, accountOf(caller)?.id), "write");
}

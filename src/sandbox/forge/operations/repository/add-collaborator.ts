import type { Acting } from "../../context.js";
import type { Hub } from "../../hub.js";
import type { AccountRecord, Role } from "../../records/account.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { simpleUser } from "../../resources/account.js";
import { publish } from "../../webhooks/events.js";

/** Gives a person a role of their own. */
export async function addCollaborator(
  hub: Hub,
  acting: Acting,
  added: { readonly repository: RepositoryRecord; readonly account: AccountRecord; readonly role: Role },
): Promise<void> {
  const { repository, account, role } = added;
  repository.collaborators.set(account.id, role);
  const payload = () => ({ member: simpleUser(hub, account), changes: { permission: { to: foldedRole(role) } } });
  await publish(hub, acting, { name: "member", action: "added", repository, payload });
}

/** The older API knows three roles: maintain counts as write, triage as read (decisions.md#github-limits). */
export function foldedRole(role: Role | undefined): "admin" | "write" | "read" | "none" {
  if (role === "maintain") return "write";
  return role === "triage" ? "read" : (role ?? "none");
}

import type { Who } from "./define-command.js";

/** Only a person decides anything, whatever a bot has been given. Some answers of GitHub have no type. */
export function isPerson({ type = "User", login }: { readonly type?: string; readonly login: string }): boolean {
  return type === "User" && !login.endsWith("[bot]");
}

/** GitHub's own roles. An organisation's own role names say nothing about what they allow, so they allow nothing. */
export const ROLES: Readonly<Record<Who, readonly string[]>> = { write: ["write", "maintain", "admin"] };

/** Somebody whose role on the repository GitHub has told. */
type KnownRole = { readonly login: string; readonly role: string };

/** The one rule for who may decide: by a role, or named in the configuration (decisions.md#who-may-command). */
export function mayDecide({ login, role }: KnownRole, who: Who, approvers: readonly string[]): boolean {
  return ROLES[who].includes(role) || approvers.some((approver) => approver.toLowerCase() === login.toLowerCase());
}

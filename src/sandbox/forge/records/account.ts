/** Who can act or own: people, organisations, and the bots that Apps act as. */
export type AccountRecord = {
  readonly id: number;
  login: string;
  readonly type: "User" | "Organization" | "Bot";
  name: string | null;
  email: string | null;
  readonly createdAt: string;
  /** Members of an organisation; empty for everyone else. */
  memberIds: number[];
};

/** A repository role, weakest first (decisions.md#github-limits: the permission API folds the middle ones). */
const ROLES = ["read", "triage", "write", "maintain", "admin"] as const;
export type Role = (typeof ROLES)[number];

export function roleAtLeast(role: Role | undefined, needed: Role): boolean {
  return role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

import { z } from "zod";
import type { RepositoryRef } from "../../ports.js";
import type { GitHub } from "./github.js";
import { hasStatus } from "./stale-data.js";

/** A person's `role_name`, or null when GitHub does not say: which means no. Asked once per person and observation. */
export type RoleOf = (login: string) => Promise<string | null>;

export function rolesOf(gitHub: GitHub, { owner, name: repo }: RepositoryRef): RoleOf {
  const known = new Map<string, Promise<string | null>>();
  return (username) => {
    const asked = known.get(username) ?? askRole(gitHub, { owner, repo, username });
    known.set(username, asked);
    return asked;
  };
}

async function askRole(gitHub: GitHub, who: { owner: string; repo: string; username: string }): Promise<string | null> {
  try {
    const { data } = await gitHub.request("GET /repos/{owner}/{repo}/collaborators/{username}/permission", who);
    return z.object({ role_name: z.string() }).parse(data).role_name;
  } catch (error) {
    if (hasStatus(error, 403, 404)) return null;
    throw error;
  }
}

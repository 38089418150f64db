import { z } from "zod";
import { hasStatus } from "../../domain/errors.js";
import type { RepositoryRef } from "../../engine/ports.js";
import type { GitHub } from "../client/github.js";

/**
 * A person's `role_name`; null if GitHub does not answer, which means no permission. Queried once per person and
 * observation.
 */
export type RoleOf = (login: string) => Promise<string | null>;

export function rolesOf(gitHub: GitHub, { owner, name: repo }: RepositoryRef): RoleOf {
  const known = new Map<string, Promise<string | null>>();
  return (username) => {
    const asked = known.get(username) ?? askRole(gitHub, { owner, repo, username });
    known.set(username, asked);
    return asked;
  };
}

/**
 * A refusal has consequences for a person, and GitHub has no reason for one here, so it is repeated before it is
 * believed.
 */
const TRIES = 3;

async function askRole(gitHub: GitHub, who: { owner: string; repo: string; username: string }): Promise<string | null> {
  for (let tries = 1; ; tries += 1) {
    try {
      const { data } = await gitHub.request("GET /repos/{owner}/{repo}/collaborators/{username}/permission", who);
      return z.object({ role_name: z.string() }).parse(data).role_name;
    } catch (error) {
      if (!hasStatus(error, 403, 404)) throw error;
      if (hasStatus(error, 404) || tries === TRIES) return null;
    }
  }
}

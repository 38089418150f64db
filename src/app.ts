import type { Probot } from "probot";
import type { RepositoryRef } from "./ports.js";
import { affectedRepository } from "./webhooks/affected-repository.js";
import { installedRepositories } from "./webhooks/installed-repositories.js";

/** The Probot function: a delivery is a hint about repositories. It is acknowledged at once; the loop looks later. */
export function app(probot: Probot, look: (repository: RepositoryRef) => void): void {
  probot.onAny(({ payload }) => {
    const repository = affectedRepository(payload);
    for (const hinted of repository === null ? installedRepositories(payload) : [repository]) look(hinted);
  });
}

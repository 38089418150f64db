import type { Probot } from "probot";
import type { RepositoryRef } from "./ports.js";
import { affectedRepository } from "./webhooks/affected-repository.js";

/** The Probot function: a delivery is a hint about a repository. It is acknowledged at once; the loop looks later. */
export function app(probot: Probot, look: (repository: RepositoryRef) => void): void {
  probot.onAny(({ payload }) => {
    const repository = affectedRepository(payload);
    if (repository !== null) look(repository);
  });
}

import type { Probot } from "probot";

/** The Probot function: every delivery is acknowledged at once; what it means is decided later, from GitHub itself. */
export function app(probot: Probot): void {
  probot.onAny(({ id, name }) => {
    probot.log.info({ delivery: id, event: name }, "delivery received");
  });
}

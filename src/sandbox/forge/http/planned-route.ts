import type { RepositoryCall } from "./call.js";
import { forbidden } from "./errors.js";
import { repositoryRoute } from "./route.js";

/** A route of a feature that private repositories have on a paid plan only. */
export const plannedRoute: typeof repositoryRoute = (endpoint, access, handle) =>
  repositoryRoute(endpoint, access, (call) => {
    refuseOnFreePlan(call);
    return handle(call);
  });

function refuseOnFreePlan({ hub, repository }: RepositoryCall): void {
  if (hub.plan === "free" && repository.private)
    throw forbidden("Upgrade to GitHub Pro or make this repository public to enable this feature.");
}

/** Users, organisations, rate limits, and meta data of the API. */

import { accountOf, type Caller } from "../context.js";
import type { Call } from "../http/call.js";
import { GitHubError, notAccessible } from "../http/errors.js";
import type { RateCounter, Rates } from "../http/rate-limit.js";
import { ok } from "../http/reply.js";
import { openRoute, userRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { privateUser } from "../resources/account.js";

export function metaRoutes(rates: Rates): readonly Route[] {
  return [
    openRoute("GET /rate_limit", ({ hub, caller }) => {
      if (!hub.profile.limitsRates && hub.rateLimit === undefined)
        throw new GitHubError(404, "Rate limiting is not enabled.");
      const [core, graphql] = [shown(rates.core, caller), shown(rates.graphql, caller)];
      const idle = { limit: 30, used: 0, remaining: 30, reset: core.reset };
      return ok({ resources: { core, graphql, search: idle }, rate: core });
    }),
    openRoute("GET /user", (call) => {
      if (call.caller.kind === "user") return ok(privateUser(call.hub, call.caller.user));
      if (accountOf(call.caller) !== undefined) throw notAccessible();
      return userOnly(call);
    }),
  ];
}

function shown(rates: RateCounter, caller: Caller) {
  const { limit, used, remaining, reset } = rates.peek(caller);
  return { limit, used, remaining, reset };
}

const userOnly = (call: Call) => userRoute("GET /user", ok).handle(call);

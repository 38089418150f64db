/** Users, organisations, limits, and the API's description of itself. */

import { accountOf } from "../context.js";
import type { Call } from "../http/call.js";
import { notAccessible } from "../http/errors.js";
import type { RateCounter } from "../http/rate-limit.js";
import { ok } from "../http/reply.js";
import { openRoute, userRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { privateUser } from "../resources/account.js";

export function metaRoutes(rates: RateCounter): readonly Route[] {
  return [
    openRoute("GET /rate_limit", ({ caller }) => {
      const { limit, used, remaining, reset } = rates.look(caller);
      const core = { limit, used, remaining, reset };
      const idle = { limit: 30, used: 0, remaining: 30, reset };
      return ok({ resources: { core, graphql: { ...core, used: 0, remaining: limit }, search: idle }, rate: core });
    }),
    openRoute("GET /user", (call) => {
      if (call.caller.kind === "user") return ok(privateUser(call.hub, call.caller.user));
      if (accountOf(call.caller) !== undefined) throw notAccessible();
      return userOnly(call);
    }),
  ];
}

const userOnly = (call: Call) => userRoute("GET /user", ok).handle(call);

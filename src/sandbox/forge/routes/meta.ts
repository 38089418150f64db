/** Users, organisations, limits, and the API's description of itself. */

import { accountOf } from "../context.js";
import { API_VERSIONS } from "../http/api-version.js";
import type { Call } from "../http/call.js";
import { param } from "../http/call.js";
import { notAccessible, notFound } from "../http/errors.js";
import { pageReply } from "../http/pagination.js";
import type { RateCounter } from "../http/rate-limit.js";
import { noContent, ok, rawReply } from "../http/reply.js";
import { openRoute, userRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { findAccount, theAccount } from "../lookup.js";
import type { AccountRecord } from "../records/account.js";
import { organizationFull, privateUser, publicUser, simpleUser } from "../resources/account.js";
import { ENTERPRISE_VERSION } from "../urls.js";

export function metaRoutes(rates: RateCounter): readonly Route[] {
  return [
    openRoute("GET /rate_limit", ({ caller }) => {
      const { limit, used, remaining, reset } = rates.look(caller);
      const core = { limit, used, remaining, reset };
      const idle = { limit: 30, used: 0, remaining: 30, reset };
      return ok({ resources: { core, graphql: { ...core, used: 0, remaining: limit }, search: idle }, rate: core });
    }),
    openRoute("GET /meta", () =>
      ok({ verifiable_password_authentication: false, installed_version: ENTERPRISE_VERSION, hooks: ["127.0.0.1/32"] }),
    ),
    openRoute("GET /zen", () => rawReply(200, "Keep it logically awesome.", "text/plain")),
    openRoute("GET /versions", () => ok(API_VERSIONS)),
    openRoute("GET /user", (call) => {
      if (call.caller.kind === "user") return ok(privateUser(call.hub, call.caller.user));
      if (accountOf(call.caller) !== undefined) throw notAccessible();
      return userOnly(call);
    }),
    openRoute("GET /users/{username}", (call) => ok(publicUser(call.hub, named(call, "username")))),
    openRoute("GET /user/{account_id}", (call) => {
      const account = call.hub.state.accounts.get(Number(param(call, "account_id")));
      if (account === undefined) throw notFound();
      return ok(publicUser(call.hub, account));
    }),
    openRoute("GET /orgs/{org}", (call) => ok(organizationFull(call.hub, organization(call)))),
    openRoute("GET /orgs/{org}/members", (call) =>
      pageReply(call, organization(call).memberIds, (id) => simpleUser(call.hub, theAccount(call.hub.state, id))),
    ),
    openRoute("GET /orgs/{org}/members/{username}", (call) => {
      if (!organization(call).memberIds.includes(named(call, "username").id)) throw notFound();
      return noContent();
    }),
  ];
}

const userOnly = (call: Call) => userRoute("GET /user", ok).handle(call);

function named(call: Call, parameter: string): AccountRecord {
  const account = findAccount(call.hub.state, param(call, parameter));
  if (account === undefined) throw notFound();
  return account;
}

function organization(call: Call): AccountRecord {
  const account = named(call, "org");
  if (account.type !== "Organization") throw notFound();
  return account;
}

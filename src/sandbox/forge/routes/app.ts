/** The App itself: its description, its installations and its tokens. */
import { z } from "zod";
import { actingAs } from "../context.js";
import { type Call, param, readBody } from "../http/call.js";
import { forbidden, GitHubError, notFound, unprocessable } from "../http/errors.js";
import { pageOf, pageReply } from "../http/pagination.js";
import { created, noContent, ok, type Reply, reply } from "../http/reply.js";
import { appRoute, openRoute, userRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import type { Hub } from "../hub.js";
import { coversRepository, findRepository, installationFor, roleOf, theAccount, theApp } from "../lookup.js";
import {
  announceRepositories,
  repositoriesOf,
  setSuspended,
  uninstallApp,
} from "../operations/repository/install-app.js";
import { mintInstallationToken } from "../operations/repository/mint-token.js";
import { roleAtLeast } from "../records/account.js";
import type { InstallationRecord } from "../records/app.js";
import { installationJson, integration, permissionsJson } from "../resources/app.js";
import { repositoryJson } from "../resources/repository.js";

export const appRoutes: readonly Route[] = [
  appRoute("GET /app", ({ hub }) => ok(integration(hub))),
  appRoute("GET /app/installations", (call) =>
    pageReply(call, [...call.hub.state.installations.values()], (item) => installationJson(call.hub, item)),
  ),
  appRoute("GET /app/installations/{installation_id}", (call) => ok(installationJson(call.hub, theInstallation(call)))),
  appRoute("DELETE /app/installations/{installation_id}", (call) => {
    uninstallApp(call.hub, asBot(call), theInstallation(call));
    return noContent();
  }),
  appRoute("PUT /app/installations/{installation_id}/suspended", (call) => suspend(call, true)),
  appRoute("DELETE /app/installations/{installation_id}/suspended", (call) => suspend(call, false)),
  appRoute("POST /app/installations/{installation_id}/access_tokens", createToken),
  appRoute("GET /repos/{owner}/{repo}/installation", (call) => {
    const repository = findRepository(call.hub.state, param(call, "owner"), param(call, "repo"));
    const installation = repository === undefined ? undefined : installationFor(call.hub.state, repository);
    return installationReply(call.hub, installation);
  }),
  openRoute("GET /installation/repositories", listInstallationRepositories),
  openRoute("DELETE /installation/token", revokeToken),
  userRoute("PUT /user/installations/{installation_id}/repositories/{repository_id}", (call) =>
    selectRepository(call, true),
  ),
  userRoute("DELETE /user/installations/{installation_id}/repositories/{repository_id}", (call) =>
    selectRepository(call, false),
  ),
];

function theInstallation(call: Call): InstallationRecord {
  const installation = call.hub.state.installations.get(Number(param(call, "installation_id")));
  if (installation === undefined) throw notFound();
  return installation;
}

/** With a JWT, the App has no account, so its bot acts. */
function asBot({ hub, responded }: Call) {
  const user = theAccount(hub.state, theApp(hub.state).botId);
  return actingAs({ kind: "user", user, scopes: [] }, responded);
}

function suspend(call: Call, suspended: boolean): Reply {
  setSuspended(call.hub, asBot(call), theInstallation(call), suspended);
  return noContent();
}

function installationReply(hub: Hub, installation: InstallationRecord | undefined): Reply {
  if (installation === undefined) throw notFound();
  return ok(installationJson(hub, installation));
}

const TokenRequest = z.looseObject({
  repositories: z.array(z.string()).optional(),
  repository_ids: z.array(z.number().int()).optional(),
  permissions: z.record(z.string(), z.enum(["read", "write", "admin"])).optional(),
});

function createToken(call: Call): Reply {
  const { hub } = call;
  const installation = theInstallation(call);
  if (installation.suspendedAt !== null) throw forbidden("This installation has been suspended");
  const { repositories, repository_ids, permissions } = readBody(call, TokenRequest);
  const minted = mintInstallationToken(hub, installation, { names: repositories, ids: repository_ids, permissions });
  return created({
    token: minted.token,
    expires_at: minted.record.expiresAt,
    permissions: permissionsJson(minted.record.permissions),
    repository_selection: minted.record.repositoryIds === null ? installation.repositorySelection : "selected",
    ...(minted.repositories === null
      ? {}
      : { repositories: minted.repositories.map((repository) => repositoryJson(hub, repository)) }),
  });
}

function listInstallationRepositories(call: Call): Reply {
  const { hub, caller } = call;
  if (caller.kind !== "installation")
    throw forbidden("You must authenticate with an installation access token in order to list repositories.");
  const visible = repositoriesOf(hub, caller.installation).filter(
    ({ id }) => caller.repositoryIds === null || caller.repositoryIds.includes(id),
  );
  const page = pageOf(call, visible);
  const repositories = page.items.map((repository) => repositoryJson(hub, repository));
  const repository_selection = caller.repositoryIds === null ? caller.installation.repositorySelection : "selected";
  return reply(200, { total_count: visible.length, repository_selection, repositories }, page.headers);
}

function revokeToken({ hub, caller, headers }: Call): Reply {
  if (caller.kind !== "installation") throw new GitHubError(401, "Bad credentials");
  hub.state.tokens.delete((headers.authorization ?? "").split(" ")[1] ?? "");
  return noContent();
}

function selectRepository(call: Call, selected: boolean): Reply {
  const { hub, caller } = call;
  const installation = theInstallation(call);
  const repository = hub.state.repositories.get(Number(param(call, "repository_id")));
  if (repository === undefined || caller.kind !== "user") throw notFound();
  if (!roleAtLeast(roleOf(hub.state, repository, caller.user.id), "admin")) throw notFound();
  if (installation.repositorySelection === "all") throw unprocessable("The installation has all repositories.");
  if (selected === coversRepository(installation, repository)) return noContent();
  installation.repositoryIds = selected
    ? [...installation.repositoryIds, repository.id]
    : installation.repositoryIds.filter((id) => id !== repository.id);
  const action = selected ? "added" : "removed";
  announceRepositories(hub, actingAs(caller, call.responded), { installation, action, repositories: [repository] });
  return noContent();
}

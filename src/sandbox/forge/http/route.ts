/**
 * How routes are declared. `"GET /repos/{owner}/{repo}/labels"` is the method and template of GitHub's OpenAPI. A
 * repository route checks the access it names, and every write holds the repository's lock.
 */

import { findRepository, fullName } from "../lookup.js";
import { API_PREFIX } from "../urls.js";
import { checkRepositoryAccess, type RepositoryAccess } from "./access.js";
import { type Call, param, type RepositoryCall } from "./call.js";
import { GitHubError, notAccessible, notFound } from "./errors.js";
import { type Reply, redirect } from "./reply.js";
import type { Method, Route } from "./router.js";

type Answer = Reply | Promise<Reply>;
export type Endpoint = `${Method} /${string}`;

function split(endpoint: Endpoint): { method: Method; template: string } {
  const space = endpoint.indexOf(" ");
  return { method: endpoint.slice(0, space) as Method, template: endpoint.slice(space + 1) };
}

/** Open to everyone, authenticated or not. */
export function openRoute(endpoint: Endpoint, handle: (call: Call) => Answer): Route {
  return { ...split(endpoint), handle };
}

/** Only for the App itself, with its JWT. */
export function appRoute(endpoint: Endpoint, handle: (call: Call) => Answer): Route {
  return openRoute(endpoint, (call) => {
    if (call.caller.kind === "app") return handle(call);
    throw new GitHubError(401, "A JSON web token could not be decoded");
  });
}

/** Only for people. */
export function userRoute(endpoint: Endpoint, handle: (call: Call) => Answer): Route {
  return openRoute(endpoint, (call) => {
    if (call.caller.kind === "user") return handle(call);
    if (call.caller.kind === "anonymous") throw new GitHubError(401, "Requires authentication");
    throw notAccessible();
  });
}

export function repositoryRoute(
  endpoint: Endpoint,
  access: RepositoryAccess,
  handle: (call: RepositoryCall) => Answer,
): Route {
  const { method } = split(endpoint);
  const reads = method === "GET";
  return openRoute(endpoint, async (call) => {
    const { hub, caller } = call;
    const repository = findRepository(hub.state, param(call, "owner"), param(call, "repo"));
    if (repository === undefined) throw notFound();
    checkRepositoryAccess(hub, caller, { repository, access, reads });
    const moved = movedTo(call, fullName(hub.state, repository));
    if (moved !== undefined) return redirect(reads ? 301 : 307, moved);
    const withRepository = { ...call, repository, git: hub.git(repository) };
    if (reads) return handle(withRepository);
    return hub.exclusive(repository, async () => handle(withRepository));
  });
}

/** A renamed repository redirects its former name to the new one. */
function movedTo(call: Call, current: string): string | undefined {
  const asked = `${param(call, "owner")}/${param(call, "repo")}`;
  if (asked.toLowerCase() === current.toLowerCase()) return undefined;
  const prefix = `${API_PREFIX}/repos/${asked}`;
  const rest = `${call.url.pathname}${call.url.search}`.slice(prefix.length);
  return call.hub.urls.api(`/repos/${current}${rest}`);
}

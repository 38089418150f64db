/**
 * One HTTP request from socket to socket: its caller, route, interceptors, ETag and headers. REST is under /api/v3,
 * GraphQL under /api/graphql, git under /<owner>/<repo>.git, all on one port like on Enterprise Server.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type Caller, identify } from "../context.js";
import type { Hub } from "../hub.js";
import { API_PREFIX } from "../urls.js";
import { checkApiVersion } from "./api-version.js";
import type { Call } from "./call.js";
import { GitHubError, notFound } from "./errors.js";
import { etagOf, matchesEtag } from "./etag.js";
import { type InterceptedRequest, interceptAfter, interceptBefore } from "./interceptors.js";
import { type Rates, rateHeaders } from "./rate-limit.js";
import { rateRefusal } from "./rate-refusal.js";
import { type Reply, reply } from "./reply.js";
import type { Match } from "./router.js";
import { handleGit, parseGitPath } from "./smart-http.js";

/** Handles paths outside REST and git: GraphQL and pages. Undefined means that the path is not its own. */
export type Mount = (call: Call) => Promise<Reply> | undefined;

export type ServerParts = {
  readonly hub: Hub;
  readonly match: (method: string, path: string) => Match | undefined;
  readonly mounts: readonly Mount[];
  readonly rates: Rates;
};

export function createForgeServer(): {
  server: Server;
  serve: (parts: ServerParts) => void;
  idle: () => Promise<void>;
} {
  let parts: ServerParts | undefined;
  const open = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    if (parts === undefined) return void response.writeHead(503).end();
    const { log } = parts.hub;
    const served: Promise<void> = serveRequest(parts, request, response)
      .catch((error: unknown) => {
        log(`broken ${request.method} ${request.url}: ${error instanceof Error ? error.stack : String(error)}`);
        request.socket.destroy();
      })
      .finally(() => open.delete(served));
    open.add(served);
  });
  // A connection that is closed here just as it is used again fails its request. Clients close theirs by themselves.
  server.keepAliveTimeout = 0;
  return {
    server,
    serve: (ready) => {
      parts = ready;
    },
    idle: async () => {
      while (open.size > 0) await Promise.all(open);
    },
  };
}

async function serveRequest(parts: ServerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const responded = new Promise<void>((resolve) => response.once("close", resolve));
  const body = await readAll(request);
  if (body === undefined) return;
  const { hub } = parts;
  const url = new URL(request.url ?? "/", hub.urls.origin);
  const headers = flatHeaders(request);
  const method = request.method ?? "GET";
  const match = routeOf(parts, method, url.pathname);
  const intercepted: InterceptedRequest = {
    method,
    path: url.pathname,
    search: url.search,
    template: match?.route.template,
    headers,
    body,
  };
  const before = await interceptBefore(hub.interceptors, intercepted);
  if (before.kind === "hang-up") return void request.socket.destroy();
  const answer =
    before.kind === "answer"
      ? before.reply
      : await answerCall(parts, match, { hub, method, url, headers, body, responded, params: match?.params ?? {} });
  const after = await interceptAfter(hub.interceptors, intercepted, answer);
  if (after.kind === "hang-up") return void setTimeout(() => request.socket.destroy(), after.afterMs ?? 0);
  send(response, after.kind === "answer" ? after.reply : answer, method);
}

function routeOf({ match }: ServerParts, method: string, path: string): Match | undefined {
  if (!path.startsWith(`${API_PREFIX}/`)) return undefined;
  return match(method === "HEAD" ? "GET" : method, path.slice(API_PREFIX.length).replace(/(?<=.)\/$/, ""));
}

/** A response is sent after its changes are saved. Otherwise a kill could undo what a client has seen. */
async function answerCall(parts: ServerParts, match: Match | undefined, seen: Omit<Call, "caller">): Promise<Reply> {
  const { hub } = parts;
  const endHold = hub.hold();
  const answer = await judgeCall(parts, match, seen).finally(endHold);
  return hub.saved().then(
    () => answer,
    (error: unknown) => serverError(hub, seen, { error, headers: baseHeaders(hub) }),
  );
}

/** Turns every error of a call into an answer. */
async function judgeCall(parts: ServerParts, match: Match | undefined, seen: Omit<Call, "caller">): Promise<Reply> {
  const { hub } = parts;
  let extra: Record<string, string> = baseHeaders(hub);
  try {
    const caller: Caller = identify(hub, seen.headers.authorization, callName(match, seen));
    // Git and pages are no part of the API, asking for the limit is free, and GraphQL counts what a question costs.
    const { pathname } = seen.url;
    const free = pathname === `${API_PREFIX}/rate_limit` || !pathname.startsWith(`${API_PREFIX}/`);
    const rate = free ? parts.rates.core.peek(caller) : parts.rates.core.count(caller);
    if (isLimited(hub)) extra = { ...extra, ...rateHeaders(rate) };
    if (rate.spent && !free) return rateRefusal(pathname, extra);
    if (pathname.startsWith(`${API_PREFIX}/`)) checkApiVersion(seen.headers);
    const answer = await dispatch(parts, match, { ...seen, caller });
    const final = conditional({ ...answer, headers: { ...extra, ...answer.headers } }, seen);
    if (final.status === 304 && !free) parts.rates.core.refund(caller);
    return final;
  } catch (error) {
    if (error instanceof GitHubError) return reply(error.status, error, extra);
    return serverError(hub, seen, { error, headers: extra });
  }
}

/** A server without limits says nothing of them. */
const isLimited = ({ profile, rateLimit }: Hub): boolean => profile.limitsRates || rateLimit !== undefined;

function serverError(
  hub: Hub,
  { method, url }: Omit<Call, "caller">,
  { error, headers }: { readonly error: unknown; readonly headers: Record<string, string> },
): Reply {
  hub.log(`500 ${method} ${url.pathname}: ${error instanceof Error ? error.stack : String(error)}`);
  return reply(500, { message: "Server Error" }, headers);
}

const callName = (match: Match | undefined, { method, url }: Pick<Call, "method" | "url">): string =>
  `${method} ${match?.route.template ?? url.pathname}`;

async function dispatch({ hub, mounts }: ServerParts, match: Match | undefined, call: Call): Promise<Reply> {
  if (match !== undefined) return match.route.handle(call);
  const git = parseGitPath(call.url.pathname);
  if (git !== undefined) return handleGit(call, git);
  for (const mount of mounts) {
    const answer = mount(call);
    if (answer !== undefined) return answer;
  }
  hub.log(`NO ROUTE ${call.method} ${call.url.pathname}`);
  throw notFound();
}

function conditional(answer: Reply, { method, headers }: Omit<Call, "caller">): Reply {
  if (answer.status !== 200 || (method !== "GET" && method !== "HEAD")) return answer;
  const etag = etagOf(answer.body);
  const tagged = { ...answer.headers, etag };
  if (!matchesEtag(headers["if-none-match"], etag)) return { ...answer, headers: tagged };
  return { status: 304, headers: tagged, body: Buffer.alloc(0) };
}

function baseHeaders(hub: Hub): Record<string, string> {
  const { version } = hub.profile;
  return {
    date: new Date(hub.clock()).toUTCString(),
    "x-github-request-id": randomUUID(),
    "x-github-media-type": "github.v3; format=json",
    ...(version === null ? {} : { "x-github-enterprise-version": version }),
    "cache-control": "private, max-age=60, s-maxage=60",
    vary: "Accept, Authorization",
  };
}

function send(response: ServerResponse, answer: Reply, method: string): void {
  const { body, status } = answer;
  const empty = status === 204 || status === 304;
  response.writeHead(status, { ...answer.headers, ...(empty ? {} : { "content-length": String(body.length) }) });
  response.end(empty || method === "HEAD" ? undefined : body);
}

/** Undefined when the client disconnected. */
async function readAll(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch (error) {
    if (request.destroyed) return undefined;
    throw error;
  }
  return Buffer.concat(chunks);
}

function flatHeaders(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );
}

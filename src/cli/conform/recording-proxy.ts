/** Stands between everybody and GitHub for as long as the check goes, and writes down what is said. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { messageOf } from "../../domain/errors.js";
import { apiUrl } from "../../server/env.js";
import { proxiedFetch } from "../../server/operation/proxied-fetch.js";
import type { ConformEnv } from "./conform-options.js";
import { type Asker, type Exchange, keptBody, keptHeaders } from "./exchange.js";

export type RecordingProxy = {
  /** Where it listens: it has the addresses of an Enterprise Server, whatever is behind it. */
  readonly url: string;
  readonly host: string;
  /** Everything so far, oldest first. */
  readonly exchanges: readonly Exchange[];
  close(): Promise<void>;
};

type Recording = {
  /** The step that is under way. */
  readonly step: () => string;
  readonly redact: (text: string) => string;
};

/** These are of one connection, and are made anew for the next one. */
const HOP = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "content-encoding",
  "accept-encoding",
]);

export async function openRecordingProxy(env: ConformEnv, { step, redact }: Recording): Promise<RecordingProxy> {
  const exchanges: Exchange[] = [];
  const fetch = proxiedFetch(env) ?? globalThis.fetch;
  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = request.url ?? "/";
    const method = request.method ?? "GET";
    const during = step();
    const body = await readAll(request);
    const answer = await fetch(targetOf(url, env), {
      method,
      headers: passedOn(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      redirect: "manual",
      ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
    });
    const answered = Buffer.from(await answer.arrayBuffer());
    if (url.startsWith("/api/")) {
      exchanges.push({
        step: during,
        who: askerOf(request.headers.authorization, env),
        method,
        path: redact(url.replace(/^\/api(?:\/v3)?/, "")),
        asked: keptBody(body, request.headers["content-type"] ?? "application/json", redact),
        status: answer.status,
        headers: keptHeaders(answer.headers),
        answered: keptBody(answered, answer.headers.get("content-type") ?? "", redact),
      });
    }
    response.writeHead(answer.status, passedOn([...answer.headers])).end(answered);
  };
  const server = createServer((request, response) => {
    forward(request, response).catch((error: unknown) => {
      const message = `GitHub could not be asked: ${messageOf(error)}`;
      response.writeHead(502, { "content-type": "application/json" }).end(JSON.stringify({ message }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    exchanges,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The address behind one of the proxy's own. */
export function targetOf(path: string, env: Pick<ConformEnv, "GHE_HOST" | "GHE_PROTOCOL">): string {
  const api = apiUrl(env);
  if (path.startsWith("/api/v3")) return `${api}${path.slice("/api/v3".length)}`;
  if (path.startsWith("/api/graphql"))
    return api.endsWith("/api/v3") ? api.replace(/v3$/, "graphql") : `${api}/graphql`;
  return `${env.GHE_HOST === undefined ? "https://github.com" : `${env.GHE_PROTOCOL}://${env.GHE_HOST}`}${path}`;
}

function passedOn(headers: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(headers.filter(([name]) => !HOP.has(name)));
}

function askerOf(authorization: string | undefined, { GITHUB_TOKEN }: ConformEnv): Asker {
  if (authorization === undefined) return "nobody";
  if (authorization.includes(GITHUB_TOKEN)) return "person";
  return /^bearer [\w-]+\.[\w-]+\.[\w-]+$/i.test(authorization) ? "app" : "installation";
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

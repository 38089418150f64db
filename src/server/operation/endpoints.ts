import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Metrics } from "./metrics.js";
import type { Readiness } from "./readiness.js";

export type Operation = {
  readonly ready: () => Promise<Readiness>;
  readonly metrics: Pick<Metrics, "text">;
  /** Without a token `/metrics` is refused, because webhooks come from the open network to the same port. */
  readonly metricsToken: string | undefined;
};

type Answer = { readonly status: number; readonly type: string; readonly body: string };

/** The endpoints for an orchestrator and a monitor. Returns whether the request was one of theirs. */
export function operationEndpoints(operation: Operation) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const answer = await answerTo(request, operation);
    if (answer === null) return false;
    const { status, type, body } = answer;
    const headers = { "content-type": type, "cache-control": "no-store" };
    response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
    return true;
  };
}

async function answerTo(request: IncomingMessage, { ready, metrics, metricsToken }: Operation): Promise<Answer | null> {
  switch (request.url?.split("?")[0]) {
    case "/healthz":
      return json(200, { status: "up" });
    case "/readyz": {
      const { ready: isReady, problems } = await ready();
      return json(isReady ? 200 : 503, { status: isReady ? "ready" : "not ready", problems });
    }
    case "/metrics": {
      if (metricsToken === undefined) return text(404, "Set METRICS_TOKEN to read the figures.\n");
      if (!isBearer(request.headers.authorization, metricsToken))
        return text(401, "Send METRICS_TOKEN as a bearer token.\n");
      const { contentType: type, body } = await metrics.text();
      return { status: 200, type, body };
    }
    default:
      return null;
  }
}

/** Compared by digest, so that the timing reveals neither the token nor its length. */
function isBearer(header: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(header ?? ""), digest(`Bearer ${token}`));
}

function json(status: number, value: unknown): Answer {
  return { status, type: "application/json; charset=utf-8", body: `${JSON.stringify(value)}\n` };
}

function text(status: number, body: string): Answer {
  return { status, type: "text/plain; charset=utf-8", body };
}

import type { IncomingMessage, ServerResponse } from "node:http";

type Handler = (request: IncomingMessage, response: ServerResponse, next?: () => void) => unknown;

/** GitHub delivers nothing larger. Until its signature has been looked at, which takes the whole of it, nobody knows who sent it. */
export const MAX_BODY_BYTES = 25 * 1_024 * 1_024;

/** Refuses a body that says it is larger before it is read, and ends the connection of one that turns out to be. */
export function withBoundedBody(handle: Handler): Handler {
  return (request, response, next) => {
    if (request.method !== "POST") return handle(request, response, next);
    if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) {
      const error = `a delivery has at most ${MAX_BODY_BYTES} bytes`;
      response
        .writeHead(413, { "content-type": "application/json", connection: "close" })
        .end(JSON.stringify({ error }));
      return true;
    }
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      // No answer of ours: whoever reads the body hears of the error, and has one.
      if (bytes > MAX_BODY_BYTES) request.destroy(new Error(`a delivery of more than ${MAX_BODY_BYTES} bytes`));
    });
    return handle(request, response, next);
  };
}

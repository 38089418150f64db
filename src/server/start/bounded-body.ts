import type { IncomingMessage, ServerResponse } from "node:http";

type Handler = (request: IncomingMessage, response: ServerResponse, next?: () => void) => unknown;

/** GitHub delivers nothing larger. The sender is unknown until the signature is checked, which needs the whole body. */
export const MAX_BODY_BYTES = 25 * 1_024 * 1_024;

/**
 * Refuses a body with a larger declared length before reading it, and closes the connection of one that exceeds the
 * limit.
 */
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
      // No answer here: the reader of the body gets the error and answers.
      if (bytes > MAX_BODY_BYTES) request.destroy(new Error(`a delivery of more than ${MAX_BODY_BYTES} bytes`));
    });
    return handle(request, response, next);
  };
}

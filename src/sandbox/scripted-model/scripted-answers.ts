import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { messageOf } from "../../domain/errors.js";
import { QUESTION_HEADER } from "../../model/question-path.js";
import { type ScriptedTurn, scriptedTurn } from "./script.js";
import { ScriptedRequest, scriptedReply, turnIndex } from "./scripted-reply.js";
import { turnHeaders, turnStream } from "./turn-stream.js";

/** A request as it arrived. Tests read from it what a role was shown. */
export type SeenRequest = { readonly question: string; readonly body: unknown };

/** Called with each request. The answer waits for it. */
export type Seen = (request: SeenRequest) => unknown;

/** What is said in place of a written turn. */
export type Complete = (turn: ScriptedTurn, request: SeenRequest) => ScriptedTurn;

/** A local model that gives prepared answers. */
export type ScriptedModel = { readonly url: string; close(): Promise<void> };

/** Starts it on a free loopback port. It speaks the part of Anthropic's Messages API that the roles use. */
export async function scriptedAnswers(
  folder: string,
  { seen = () => undefined, complete = (turn) => turn }: { readonly seen?: Seen; readonly complete?: Complete } = {},
): Promise<ScriptedModel> {
  const server = createServer((request, response) => {
    answer(request, response, { folder, seen, complete }).catch((error: unknown) => {
      refuseRequest(response, 500, messageOf(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { folder, seen, complete }: { readonly folder: string; readonly seen: Seen; readonly complete: Complete },
): Promise<void> {
  const text = await bodyOf(request);
  if (request.method !== "POST" || request.url !== "/v1/messages") return refuseRequest(response, 404, "not found");
  const question = request.headers[QUESTION_HEADER];
  if (typeof question !== "string") return refuseRequest(response, 400, `the header ${QUESTION_HEADER} is missing`);
  const body: unknown = JSON.parse(text);
  await seen({ question, body });
  const parsed = ScriptedRequest.safeParse(body);
  if (!parsed.success) return refuseRequest(response, 400, parsed.error.message);
  const turn = scriptedTurn(folder, question, turnIndex(parsed.data));
  if (!turn.ok) return refuseRequest(response, 404, turn.refusal.message);
  const reply = scriptedReply(parsed.data, question, complete(turn.value, { question, body }));
  response.writeHead(200, turnHeaders(reply)).end(turnStream(reply));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

const ERROR_TYPES: ReadonlyMap<number, string> = new Map([
  [400, "invalid_request_error"],
  [404, "not_found_error"],
]);

function refuseRequest(response: ServerResponse, status: number, message: string): void {
  response
    .writeHead(status, { "content-type": "application/json" })
    .end(JSON.stringify({ type: "error", error: { type: ERROR_TYPES.get(status) ?? "api_error", message } }));
}

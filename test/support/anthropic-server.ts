import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

/** One HTTP answer of the imitated provider. */
export type Served = (response: ServerResponse) => void;

type WireUsage = { input?: number; output?: number; cacheRead?: number; cacheWrite?: number; searches?: number };

export type Reply = {
  readonly thinking?: string;
  readonly text?: string;
  readonly calls?: readonly { readonly id?: string; readonly name: string; readonly input: unknown }[];
  /** Blocks that are sent as they are, such as the results of a search. */
  readonly blocks?: readonly object[];
  /** Sent instead of a call's JSON. */
  readonly brokenJson?: string;
  readonly stop?: string;
  readonly explanation?: string;
  readonly usage?: WireUsage;
  readonly requestId?: string;
};

type Ending =
  | { readonly after: number; readonly by: "cut" | "stall" }
  | { readonly after: number; readonly by: "error"; readonly type: string };

/** Streams a message. `ending` can cut the stream after a number of events. */
export function reply(message: Reply, ending?: Ending): Served {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream", "request-id": message.requestId ?? "req_test" });
    const events = eventsOf(message);
    for (const event of ending === undefined ? events : events.slice(0, ending.after)) {
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    }
    if (ending === undefined) response.end();
    else if (ending.by === "cut") response.socket?.destroySoon();
    else if (ending.by === "error") {
      const error = { type: "error", error: { type: ending.type, message: "busy" } };
      response.end(`event: error\ndata: ${JSON.stringify(error)}\n\n`);
    }
  };
}

/** Streams the message in pieces, with a pause between them. Thinking is sent word by word. */
export function slowly(message: Reply, milliseconds: number): Served {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream", "request-id": message.requestId ?? "req_test" });
    const pieces = eventsOf(message).flatMap(wordByWord);
    const timer = setInterval(() => {
      const event = pieces.shift();
      if (event !== undefined && !response.destroyed) {
        response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
        return;
      }
      clearInterval(timer);
      response.end();
    }, milliseconds);
  };
}

const ThinkingDelta = z.object({ delta: z.object({ type: z.literal("thinking_delta"), thinking: z.string() }) });

function wordByWord(event: WireEvent): WireEvent[] {
  const thought = ThinkingDelta.safeParse(event);
  if (!thought.success) return [event];
  const { delta } = thought.data;
  return delta.thinking.split(" ").map((thinking) => ({ ...event, delta: { ...delta, thinking } }));
}

export function failure(status: number, type: string, headers: Readonly<Record<string, string>> = {}): Served {
  return (response) => {
    response
      .writeHead(status, { "content-type": "application/json", "request-id": `req_${status}`, ...headers })
      .end(JSON.stringify({ type: "error", error: { type, message: `told to answer ${status}` } }));
  };
}

/** Accepts the request and never answers. */
export const silence: Served = () => undefined;

type WireEvent = { readonly type: string; readonly [field: string]: unknown };

function eventsOf(message: Reply): WireEvent[] {
  const { input = 100, output = 20, cacheRead = 0, cacheWrite = 0, searches = 0 } = message.usage ?? {};
  const stop =
    message.stop ?? (message.calls === undefined && message.brokenJson === undefined ? "end_turn" : "tool_use");
  const details =
    message.explanation === undefined ? null : { type: "refusal", category: null, explanation: message.explanation };
  return [
    {
      type: "message_start",
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "claude-test",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: {
          input_tokens: input,
          output_tokens: 1,
          cache_read_input_tokens: cacheRead,
          cache_creation_input_tokens: cacheWrite,
        },
      },
    },
    { type: "ping" },
    ...blocksOf(message).flatMap(({ start, deltas }, index) => [
      { type: "content_block_start", index, content_block: start },
      ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ]),
    {
      type: "message_delta",
      delta: { stop_reason: stop, stop_sequence: null, stop_details: details },
      usage: { output_tokens: output, server_tool_use: { web_search_requests: searches } },
    },
    { type: "message_stop" },
  ];
}

type WireBlock = { readonly start: object; readonly deltas: readonly object[] };

function blocksOf({ thinking, text, calls = [], blocks = [], brokenJson }: Reply): WireBlock[] {
  const thought = (words: string): WireBlock => ({
    start: { type: "thinking", thinking: "", signature: "" },
    deltas: [
      { type: "thinking_delta", thinking: words },
      { type: "signature_delta", signature: "signed" },
    ],
  });
  const said = (words: string): WireBlock => ({
    start: { type: "text", text: "" },
    deltas: halves(words).map((half) => ({ type: "text_delta", text: half })),
  });
  const called = (id: string, name: string, json: string): WireBlock => ({
    start: { type: "tool_use", id, name, input: {} },
    deltas: halves(json).map((half) => ({ type: "input_json_delta", partial_json: half })),
  });
  return [
    ...(thinking === undefined ? [] : [thought(thinking)]),
    ...blocks.map((start) => ({ start, deltas: [] })),
    ...(text === undefined ? [] : [said(text)]),
    ...calls.map(({ id, name, input }, index) => called(id ?? `toolu_${index}`, name, JSON.stringify(input))),
    ...(brokenJson === undefined ? [] : [called("toolu_broken", "submit", brokenJson)]),
  ];
}

/** Splits a text in two pieces, as streams do. */
function halves(text: string): string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

/** The fields of a request body that tests read. */
type WireRequest = {
  readonly model: string;
  readonly max_tokens: number;
  readonly stream: boolean;
  readonly system: readonly { readonly text: string; readonly cache_control?: object }[];
  readonly messages: readonly {
    readonly role: string;
    readonly content: readonly {
      readonly type: string;
      readonly text?: string;
      readonly content?: string;
      readonly is_error?: boolean;
      readonly tool_use_id?: string;
      readonly cache_control?: object;
    }[];
  }[];
  readonly tools?: readonly { readonly name: string; readonly type?: string; readonly input_schema?: object }[];
  readonly output_config: {
    readonly effort?: string;
    readonly format?: { readonly type: string; readonly schema: object };
  };
};

export type AnthropicServer = {
  readonly url: string;
  readonly requests: readonly { readonly headers: IncomingHttpHeaders; readonly body: WireRequest }[];
  close(): Promise<void>;
};

/** A provider on loopback. It gives one prepared answer per request and records every request. */
export async function anthropicServer(served: readonly Served[]): Promise<AnthropicServer> {
  const requests: { headers: IncomingHttpHeaders; body: WireRequest }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const answer = served[requests.length] ?? failure(418, "unexpected_request");
      requests.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString("utf8")) });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

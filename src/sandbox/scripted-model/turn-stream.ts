import type { RecordedBlock, RecordedTurn } from "../../model/recordings/cassette.js";

/** A turn as Anthropic streams it: server-sent events, one for each step of the message. */
export function turnStream(turn: RecordedTurn): string {
  return eventsOf(turn)
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join("");
}

/** The headers that go with it. */
export function turnHeaders({ request_id }: RecordedTurn): Record<string, string> {
  return { "content-type": "text/event-stream", ...(request_id === null ? {} : { "request-id": request_id }) };
}

type WireEvent = { readonly type: string; readonly [field: string]: unknown };

function eventsOf({ model, stop_reason, refusal, usage, content }: RecordedTurn): WireEvent[] {
  const counted = {
    input_tokens: usage.input_tokens,
    output_tokens: usage.output_tokens,
    cache_read_input_tokens: usage.cache_read_tokens,
    cache_creation_input_tokens: usage.cache_write_tokens,
    ...(usage.web_searches === undefined ? {} : { server_tool_use: { web_search_requests: usage.web_searches } }),
  };
  const message = { id: "msg_recorded", type: "message", role: "assistant", model, content: [], usage: counted };
  const stop_details = refusal === null ? null : { type: "refusal", category: null, explanation: refusal };
  return [
    { type: "message_start", message: { ...message, stop_reason: null, stop_sequence: null } },
    ...content.flatMap((block, index) => blockEvents(block, index)),
    { type: "message_delta", delta: { stop_reason, stop_sequence: null, stop_details }, usage: counted },
    { type: "message_stop" },
  ];
}

function blockEvents(block: RecordedBlock, index: number): WireEvent[] {
  const { content_block, deltas } = wireBlock(block);
  return [
    { type: "content_block_start", index, content_block },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
}

type WireBlock = { readonly content_block: object; readonly deltas: readonly object[] };

function wireBlock(block: RecordedBlock): WireBlock {
  if ("thinking" in block) {
    return {
      content_block: { type: "thinking", thinking: "", signature: "" },
      deltas: [
        { type: "thinking_delta", thinking: block.thinking },
        { type: "signature_delta", signature: "recorded" },
      ],
    };
  }
  if ("call" in block) {
    return {
      content_block: { type: "tool_use", id: block.id, name: block.call, input: {} },
      deltas: [{ type: "input_json_delta", partial_json: JSON.stringify(block.input) }],
    };
  }
  if ("block" in block) return { content_block: block.block, deltas: [] };
  const text = "json" in block ? JSON.stringify(block.json) : block.text;
  return {
    content_block: { type: "text", text: "", citations: null },
    deltas: [{ type: "text_delta", text }],
  };
}

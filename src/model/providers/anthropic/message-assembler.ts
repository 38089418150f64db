import type { ContentBlock, Message, RawMessageStreamEvent, StopReason } from "@anthropic-ai/sdk/resources/messages";
import type { Usage } from "../../../domain/budget/cost.js";

/** The received part of a model's message. Without `complete` the rest is missing, and the usage is a lower bound. */
export type ArrivedMessage = {
  readonly complete: boolean;
  readonly content: readonly ContentBlock[];
  readonly stopReason: StopReason | null;
  readonly stopDetails: Message["stop_details"];
  readonly model: string | null;
  readonly usage: Usage;
};

export type MessageAssembler = { take(event: RawMessageStreamEvent): void; arrived(): ArrivedMessage };

const NO_USAGE: Usage = { input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 };

/** A tool input that is not JSON is stored under this name. The tool's schema refuses it, and the role sees it. */
const BROKEN_JSON = "broken_json";

/**
 * Assembles a streamed message. The SDK's own helper repairs broken JSON by guessing, and drops the usage of an
 * interrupted stream. Here broken JSON stays broken, and usage is kept.
 */
export function messageAssembler(): MessageAssembler {
  let message: ArrivedMessage = {
    complete: false,
    content: [],
    stopReason: null,
    stopDetails: null,
    model: null,
    usage: NO_USAGE,
  };
  const json = new Map<number, string>();

  const change = (index: number, edit: (block: ContentBlock) => ContentBlock) => {
    message = { ...message, content: message.content.map((block, at) => (at === index ? edit(block) : block)) };
  };

  return {
    take(event) {
      switch (event.type) {
        case "message_start":
          message = { ...message, model: event.message.model, usage: countUsage(NO_USAGE, event.message.usage) };
          return;
        case "content_block_start":
          message = { ...message, content: [...message.content, event.content_block] };
          return;
        case "content_block_delta":
          if (event.delta.type === "input_json_delta") {
            json.set(event.index, (json.get(event.index) ?? "") + event.delta.partial_json);
          } else {
            const { delta } = event;
            change(event.index, (block) => grow(block, delta));
          }
          return;
        case "content_block_stop": {
          const text = json.get(event.index);
          if (text !== undefined) change(event.index, (block) => withInput(block, text));
          return;
        }
        case "message_delta":
          message = {
            ...message,
            stopReason: event.delta.stop_reason,
            stopDetails: event.delta.stop_details,
            usage: countUsage(message.usage, event.usage),
          };
          return;
        case "message_stop":
          message = { ...message, complete: true };
      }
    },
    arrived: () => message,
  };
}

type CountedTokens = {
  readonly input_tokens?: number | null;
  readonly output_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
  readonly cache_creation_input_tokens?: number | null;
  readonly server_tool_use?: { readonly web_search_requests?: number } | null;
};

/**
 * The counts are totals of the whole message: a later one replaces an earlier one, and an omitted one changes nothing.
 */
function countUsage(before: Usage, counted: CountedTokens): Usage {
  const searches = counted.server_tool_use?.web_search_requests ?? before.web_searches ?? 0;
  return {
    input_tokens: counted.input_tokens ?? before.input_tokens,
    output_tokens: counted.output_tokens ?? before.output_tokens,
    cache_read_tokens: counted.cache_read_input_tokens ?? before.cache_read_tokens,
    cache_write_tokens: counted.cache_creation_input_tokens ?? before.cache_write_tokens,
    ...(searches === 0 ? {} : { web_searches: searches }),
  };
}

type Delta = Extract<RawMessageStreamEvent, { type: "content_block_delta" }>["delta"];

function grow(block: ContentBlock, delta: Delta): ContentBlock {
  if (block.type === "text" && delta.type === "text_delta") return { ...block, text: block.text + delta.text };
  if (block.type === "text" && delta.type === "citations_delta") {
    return { ...block, citations: [...(block.citations ?? []), delta.citation] };
  }
  if (block.type === "thinking" && delta.type === "thinking_delta") {
    return { ...block, thinking: block.thinking + delta.thinking };
  }
  if (block.type === "thinking" && delta.type === "signature_delta") return { ...block, signature: delta.signature };
  return block;
}

function withInput(block: ContentBlock, text: string): ContentBlock {
  if (block.type !== "tool_use" && block.type !== "server_tool_use") return block;
  return { ...block, input: text === "" ? {} : parseInput(text) };
}

function parseInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { [BROKEN_JSON]: text };
  }
}

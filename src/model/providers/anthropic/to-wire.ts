import type { ContentBlockParam } from "@anthropic-ai/sdk/resources/messages";
import type { Block, Message } from "../../message.js";

/** The provider caches everything up to a block with this marker for five minutes. */
export const CACHED = { cache_control: { type: "ephemeral" } } as const;

/** A message of the provider's API, where every part is a block. */
export type WireMessage = { readonly role: Message["role"]; readonly content: ContentBlockParam[] };

export function wireMessage({ role, content }: Message): WireMessage {
  return { role, content: content.map(wireBlock) };
}

function wireBlock(block: Block): ContentBlockParam {
  switch (block.kind) {
    case "text": {
      const { text, own, stableUpToHere } = block;
      return { type: "text", text, ...own, ...(stableUpToHere === true ? CACHED : {}) };
    }
    case "thinking":
      return { type: "thinking", thinking: block.text, signature: "", ...block.own };
    case "call":
      return { type: "tool_use", id: block.id, name: block.name, input: block.input, ...block.own };
    case "result": {
      const { call, text, isError } = block;
      // The provider refuses an empty text.
      return { type: "tool_result", tool_use_id: call, content: text === "" ? "(empty)" : text, is_error: isError };
    }
    case "provider":
      // A block of this provider is sent back unchanged.
      return block.own as unknown as ContentBlockParam;
    default:
      return block satisfies never;
  }
}

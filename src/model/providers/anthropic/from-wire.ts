import type { ContentBlock } from "@anthropic-ai/sdk/resources/messages";
import { z } from "zod";
import type { Own, ProviderBlock, SaidBlock } from "../../message.js";
import { type ModelReply, type Searches, StopReason } from "../../model-provider.js";
import type { ArrivedMessage } from "./message-assembler.js";

/** A provider's whole message as a message of the conversation. */
export function replyFrom(message: ArrivedMessage, requestId: string | null): ModelReply {
  const { content, stopReason, stopDetails, model, usage } = message;
  return {
    kind: "reply",
    content: content.map(blockFrom),
    stopReason: StopReason.safeParse(stopReason).data ?? null,
    refusal: stopDetails?.explanation ?? null,
    model,
    usage,
    requestId,
  };
}

/** Data without a use in the conversation is kept beside the block, because it must be sent back unchanged. */
function blockFrom(block: ContentBlock): SaidBlock {
  switch (block.type) {
    case "text": {
      const { type: _, text, ...own } = block;
      return { kind: "text", text, ...kept(own) };
    }
    case "thinking": {
      const { type: _, thinking, ...own } = block;
      return { kind: "thinking", text: thinking, ...kept(own) };
    }
    case "tool_use": {
      const { type: _, id, name, input, ...own } = block;
      return { kind: "call", id, name, input, ...kept(own) };
    }
    default:
      return { kind: "provider", own: { ...block } };
  }
}

function kept(own: Own): { readonly own?: Own } {
  return Object.keys(own).length === 0 ? {} : { own };
}

const Asked = z.object({
  type: z.literal("server_tool_use"),
  name: z.literal("web_search"),
  input: z.object({ query: z.string().min(1) }),
});
const Found = z.object({
  type: z.literal("web_search_tool_result"),
  content: z.array(z.object({ url: z.string() })),
});

/** The query or the page of a web search block. */
export function searchesIn({ own }: ProviderBlock): Searches {
  const asked = Asked.safeParse(own);
  const found = Found.safeParse(own);
  return {
    queries: asked.success ? [asked.data.input.query] : [],
    sources: found.success ? found.data.content.map(({ url }) => url) : [],
  };
}

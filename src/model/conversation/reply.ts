import type { ContentBlock, ToolUseBlock } from "@anthropic-ai/sdk/resources/messages";
import { z } from "zod";
import type { ArrivedMessage } from "../providers/anthropic/message-assembler.js";

/** What a whole message of the model comes to. */
export type Reply =
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "truncated"; readonly why: string }
  /** The provider's own tools take long: the same turn goes on in the next request. */
  | { readonly kind: "paused" }
  | { readonly kind: "calls"; readonly calls: readonly ToolUseBlock[] }
  | { readonly kind: "text"; readonly text: string };

export function replyOf({ content, stopReason, stopDetails }: ArrivedMessage): Reply {
  if (stopReason === "refusal") {
    return { kind: "refused", why: stopDetails?.explanation ?? "The model refused, without saying why." };
  }
  if (stopReason === "max_tokens") {
    return { kind: "truncated", why: "The answer is longer than max_tokens of this role allows." };
  }
  if (stopReason === "model_context_window_exceeded") {
    return { kind: "truncated", why: "The conversation no longer fits into the model's context window." };
  }
  if (stopReason === "pause_turn") return { kind: "paused" };
  const calls = content.filter((block) => block.type === "tool_use");
  return calls.length > 0 ? { kind: "calls", calls } : { kind: "text", text: textOf(content) };
}

function textOf(content: readonly ContentBlock[]): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

const SearchInput = z.object({ query: z.string().min(1) });

/** What the provider was asked to search the web for, in order, each once. */
export function queriesIn(content: readonly ContentBlock[]): string[] {
  const asked = content.flatMap((block) => {
    if (block.type !== "server_tool_use" || block.name !== "web_search") return [];
    const input = SearchInput.safeParse(block.input);
    return input.success ? [input.data.query] : [];
  });
  return [...new Set(asked)];
}

/** Where the provider's web search looked, in order, each once. */
export function sourcesIn(content: readonly ContentBlock[]): string[] {
  const found = content.flatMap((block) => {
    if (block.type !== "web_search_tool_result" || !Array.isArray(block.content)) return [];
    return block.content.map(({ url }) => url);
  });
  return [...new Set(found)];
}

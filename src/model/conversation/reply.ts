import type { CallBlock, SaidBlock } from "../message.js";
import type { ModelReply, Searches } from "../model-provider.js";

/** The meaning of a whole message of the model. */
export type Reply =
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "truncated"; readonly why: string }
  /** The provider's own tools take long: the same turn continues in the next request. */
  | { readonly kind: "paused" }
  | { readonly kind: "calls"; readonly calls: readonly CallBlock[] }
  | { readonly kind: "text"; readonly text: string };

export function replyOf({ content, stopReason, refusal }: ModelReply): Reply {
  switch (stopReason) {
    case "refusal":
      return { kind: "refused", why: refusal ?? "The model refused, without saying why." };
    case "max_tokens":
      return { kind: "truncated", why: "The answer is longer than max_tokens of this role allows." };
    case "model_context_window_exceeded":
      return { kind: "truncated", why: "The conversation no longer fits into the model's context window." };
    case "pause_turn":
      return { kind: "paused" };
    default: {
      const calls = content.filter((block) => block.kind === "call");
      return calls.length > 0 ? { kind: "calls", calls } : { kind: "text", text: textOf(content) };
    }
  }
}

function textOf(content: readonly SaidBlock[]): string {
  return content.map((block) => (block.kind === "text" ? block.text : "")).join("");
}

/** What the provider searched for and which pages it read, over a whole conversation: in order, each once. */
export function searchLog(searchesIn: (block: Extract<SaidBlock, { kind: "provider" }>) => Searches) {
  const queries = new Set<string>();
  const sources = new Set<string>();
  return {
    note(content: readonly SaidBlock[]): void {
      for (const block of content) {
        if (block.kind !== "provider") continue;
        const found = searchesIn(block);
        for (const query of found.queries) queries.add(query);
        for (const source of found.sources) sources.add(source);
      }
    },
    /** The same, in the form of an outcome. */
    told: () => ({ sources: [...sources], ...(queries.size === 0 ? {} : { queries: [...queries] }) }),
  };
}

import type { ContentBlockParam } from "@anthropic-ai/sdk/resources/messages";
import type { Usage } from "../../domain/budget/cost.js";
import type { Config } from "../../domain/config/config.js";
import { priceOf } from "../../domain/config/model-price.js";
import { cleared } from "./notes.js";
import type { Message } from "./opening.js";

/** Turns whose tool results are never cleared: what the role is working on right now. */
export const KEPT_TURNS = 2;

/** A result of so few characters says more than the note in its place would; a note is one, so it is never cleared again. */
export const SHORT_RESULT = 400;

/** Whether a conversation has filled so much of its model's window that it must be cleared (seed 001, compact_threshold). */
export function isNearlyFull(
  usage: Usage,
  model: string,
  { prices, sizing }: Pick<Config, "prices" | "sizing">,
): boolean {
  const window = priceOf(prices, model)?.context_window ?? sizing.assumed_context_window;
  const { input_tokens, cache_read_tokens, cache_write_tokens, output_tokens } = usage;
  return input_tokens + cache_read_tokens + cache_write_tokens + output_tokens > sizing.compact_threshold * window;
}

/**
 * The conversation with its old tool results replaced by a note that says so. The first message, which holds task and
 * contract, is never touched; nor is anything the role wrote itself.
 */
export function clearToolResults(messages: readonly Message[]): Message[] {
  const names = toolNames(messages);
  const withResults = messages.flatMap((message, index) => (hasResults(message) ? [index] : []));
  const old = new Set(withResults.slice(0, -KEPT_TURNS));
  return messages.map((message, index) =>
    old.has(index) ? { ...message, content: message.content.map((block) => clearedBlock(block, names)) } : message,
  );
}

function hasResults({ content }: Message): boolean {
  return content.some((block) => block.type === "tool_result");
}

function toolNames(messages: readonly Message[]): ReadonlyMap<string, string> {
  const blocks = messages.flatMap(({ content }) => content);
  return new Map(blocks.flatMap((block) => (block.type === "tool_use" ? [[block.id, block.name] as const] : [])));
}

function clearedBlock(block: ContentBlockParam, names: ReadonlyMap<string, string>): ContentBlockParam {
  if (block.type !== "tool_result" || typeof block.content !== "string") return block;
  if (block.content.length <= SHORT_RESULT) return block;
  return { ...block, content: cleared(names.get(block.tool_use_id) ?? "a tool", block.content.length) };
}

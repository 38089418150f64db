import type { Usage } from "../../domain/budget/cost.js";
import { contextWindowOf } from "../../domain/budget/sizing.js";
import { mostTokens } from "../../domain/budget/tokens.js";
import type { Config } from "../../domain/config/config.js";
import type { Block, Message, ResultBlock } from "../message.js";
import { clearToolResults, replaceResults, turnsWithResults } from "./clear-tool-results.js";
import { tooMuchAtOnce } from "./notes.js";

/** A conversation up to the model's last message, the next message, and the token counts of the last call. */
export type Continued = {
  readonly past: readonly Message[];
  readonly say: readonly Message[];
  readonly usage: Usage;
};

/**
 * Shortens the next request to fit the model's window. Above a share of the window, old tool results are cleared
 * (requirements.md#compaction). If that is not enough, all results are cleared except those of the last turn. If one
 * turn requested too much, whole results are left out, because a piece of a result would be a fence without its end. A
 * note replaces each. Task, contract and the role's own text stay.
 */
export function fitWindow({ past, say, usage }: Continued, model: string, config: Pick<Config, "prices" | "sizing">) {
  const { sizing, prices } = config;
  const { context_window } = contextWindowOf(model, prices, sizing);
  const most = context_window * (1 - sizing.safety_margin) - sizing.response_headroom;
  // By bytes: a letter of Chinese is nearly a token, and a letter of English a quarter.
  const estimate = (messages: readonly Message[]) =>
    Math.ceil(mostTokens(JSON.stringify(messages)) / sizing.characters_per_token);
  // The provider's count of the past includes system prompt and tools. Everything else is estimated.
  const counted = tokensOf(usage);
  const correction = counted === 0 ? 0 : counted - estimate(past);
  const sizeOf = (messages: readonly Message[]) => estimate(messages) + correction;

  const whole = [...past, ...say];
  if (sizeOf(whole) <= Math.min(most, context_window * sizing.compact_threshold)) return whole;
  const compact = clearToolResults(whole);
  if (sizeOf(compact) <= most) return compact;
  const bare = clearToolResults(whole, 1);
  return sizeOf(bare) <= most ? bare : boundLastTurn(bare, (messages) => sizeOf(messages) <= most);
}

/** Leaves out results of the last turn until the rest fits: the longest first, and among equal ones the last. */
function boundLastTurn(messages: readonly Message[], fits: (messages: readonly Message[]) => boolean): Message[] {
  const last = turnsWithResults(messages).at(-1);
  const results = [...(messages[last ?? -1]?.content ?? [])]
    .reverse()
    .filter(isGiven)
    .sort((one, other) => other.text.length - one.text.length);
  const leftOut = new Set<ResultBlock>();
  const bounded = () => replaceResults(messages, (block) => (leftOut.has(block) ? tooMuchAtOnce : undefined));
  for (const result of results) {
    leftOut.add(result);
    if (fits(bounded())) break;
  }
  return bounded();
}

/** An error stays: the role must read it to correct its call. */
function isGiven(block: Block): block is ResultBlock {
  return block.kind === "result" && !block.isError;
}

function tokensOf({ input_tokens, cache_read_tokens, cache_write_tokens, output_tokens }: Usage): number {
  return input_tokens + cache_read_tokens + cache_write_tokens + output_tokens;
}

import { costOf } from "../domain/budget/cost.js";
import { estimateTokens } from "../domain/budget/tokens.js";
import type { Question } from "../model-port.js";

/**
 * What the first call of a question costs at most, in dollars: its prompt and what is given, with nothing cached, and the
 * longest answer its role allows. Null for a model without a price.
 */
export function estimateCall({ role, prompt, given, config }: Question<unknown>): number | null {
  const { name, max_tokens } = config.models[role];
  const shown = [prompt.text, ...given.flatMap(({ title, text }) => [title, text])];
  const input_tokens = shown.reduce((total, text) => total + estimateTokens(text, config.sizing), 0);
  const usage = { input_tokens, output_tokens: max_tokens, cache_read_tokens: 0, cache_write_tokens: 0 };
  return costOf(usage, name, config.prices).usd;
}

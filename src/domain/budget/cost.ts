import { z } from "zod";
import { type ModelPrice, priceOf } from "../config/model-price.js";

/** Tokens of one model call, as its provider counted them. `input_tokens` are those that no cache was involved in. */
export const Usage = z.strictObject({
  input_tokens: z.int().min(0),
  output_tokens: z.int().min(0),
  cache_read_tokens: z.int().min(0),
  cache_write_tokens: z.int().min(0),
});
export type Usage = z.infer<typeof Usage>;

/** A cost in US dollars, or null with the reason. Unknown is never zero. */
export type Cost = { readonly usd: number } | { readonly usd: null; readonly reason: string };

export type Prices = Readonly<Record<string, ModelPrice>>;

export function costOf(usage: Usage, model: string, prices: Prices): Cost {
  const price = priceOf(prices, model);
  if (price === undefined) return { usd: null, reason: costUnknown([model]) };
  const promptTokens = usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens;
  const rates = price.long_prompt !== undefined && promptTokens > price.long_prompt.above ? price.long_prompt : price;
  const usdPerMillion =
    usage.input_tokens * rates.input +
    usage.output_tokens * rates.output +
    usage.cache_read_tokens * rates.cache_read +
    usage.cache_write_tokens * rates.cache_write;
  return { usd: usdPerMillion / 1_000_000 };
}

export function costUnknown(models: readonly string[]): string {
  const names = models.map((model) => `"${model}"`).join(", ");
  return `cost unknown: no price for ${names}; add it to prices in .factory/config.yml`;
}

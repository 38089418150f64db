import { z } from "zod";
import { type ModelPrice, priceOf } from "../config/model-price.js";

/** What one model call used, as its provider counted it. `input_tokens` are those without any cache. */
export const Usage = z.strictObject({
  input_tokens: z.int().min(0),
  output_tokens: z.int().min(0),
  cache_read_tokens: z.int().min(0),
  cache_write_tokens: z.int().min(0),
  /** Searches that the provider made on the web. Absent when there were none. */
  web_searches: z.int().min(1).optional(),
});
export type Usage = z.infer<typeof Usage>;

/** A cost in US dollars, or null with the reason. An unknown cost is never zero. */
export type Cost = { readonly usd: number } | { readonly usd: null; readonly reason: string };

/** USD per thousand searches, for prices that do not name it: the list price of the provider of the built-in models. */
const WEB_SEARCH_USD = 10;

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
  const searches = ((usage.web_searches ?? 0) * (price.web_search ?? WEB_SEARCH_USD)) / 1_000;
  return { usd: usdPerMillion / 1_000_000 + searches };
}

export function costUnknown(models: readonly string[]): string {
  const names = models.map((model) => `"${model}"`).join(", ");
  return `cost unknown: no price for ${names}; add it to prices in .factory/config.yml`;
}

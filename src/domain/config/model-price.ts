import { z } from "zod";

const usdPerMillion = z.number().min(0).max(10_000);
const tokens = z.int().min(1_000).max(100_000_000);

const rates = {
  input: usdPerMillion.describe("USD per million input tokens."),
  output: usdPerMillion.describe("USD per million output tokens."),
  cache_read: usdPerMillion.describe("USD per million input tokens read from the prompt cache."),
  cache_write: usdPerMillion.describe("USD per million input tokens written to the prompt cache (five minutes)."),
};

/**
 * What a model costs and how much it can read. Answers carry no price, so the App has its own table
 * (decisions.md#usage-is-a-ledger).
 */
export const ModelPrice = z.strictObject({
  ...rates,
  web_search: z
    .number()
    .min(0)
    .max(10_000)
    .optional()
    .describe("USD per thousand web searches that the provider makes for it; 10 when left out."),
  context_window: tokens.describe("Tokens the model can read and write in one call."),
  sweet_spot: tokens
    .optional()
    .describe("Tokens of task content it handles best; replaces the share of sizing.task_share."),
  long_prompt: z
    .strictObject({ above: tokens.describe("Prompts with more tokens than this cost the following."), ...rates })
    .optional()
    .describe("A second price for long prompts, for the models that have one."),
});
export type ModelPrice = z.infer<typeof ModelPrice>;

const price = (value: ModelPrice) => ModelPrice.default(value);

/** List prices by model name. A configured model is added to the built-in ones, or replaces one of the same name. */
export const PricesConfig = z
  .object({
    "claude-opus-5-5": price({ input: 4, output: 20, cache_read: 0.2, cache_write: 5, context_window: 1_000_000 }),
    "claude-sonnet-5-5": price({ input: 2, output: 10, cache_read: 0.2, cache_write: 2.5, context_window: 1_000_000 }),
    "claude-haiku-5-5": price({
      input: 0.1,
      output: 0.5,
      cache_read: 0.01,
      cache_write: 0.125,
      context_window: 1_000_000,
      // Together with the fixed reserves of sizing, this keeps a prompt below the more expensive tier.
      sweet_spot: 80_000,
      long_prompt: { above: 100_000, input: 0.5, output: 2.5, cache_read: 0.05, cache_write: 0.625 },
    }),
  })
  .catchall(ModelPrice);
export type PricesConfig = z.infer<typeof PricesConfig>;

export function priceOf(prices: Readonly<Record<string, ModelPrice>>, model: string): ModelPrice | undefined {
  return Object.hasOwn(prices, model) ? prices[model] : undefined;
}

import { type ZodType, z } from "zod";
import { costOf, type Usage } from "../../domain/budget/cost.js";
import { mostTokens } from "../../domain/budget/tokens.js";
import { priceOf } from "../../domain/config/model-price.js";
import { MAX_SEARCHES, type Question } from "../../model/model-port.js";

/**
 * The most that one call of a question costs, in dollars: its prompt, tools and context, at a token for each byte but never more
 * than the model can read; the longest answer of its role; and every search it may make. Nothing is assumed to be read from a
 * cache, and everything to be written to one, which is more expensive. Null for a model without a price.
 */
export function estimateCall(question: Question<unknown>, messageTokens = givenTokens(question)): number | null {
  const { role, prompt, config } = question;
  const { name, max_tokens } = config.models[role];
  const window = priceOf(config.prices, name)?.context_window ?? Number.POSITIVE_INFINITY;
  const tokens = Math.min(window, mostTokens(prompt.text) + toolTokens(question) + messageTokens);
  const rest = {
    output_tokens: max_tokens,
    cache_read_tokens: 0,
    ...(question.webSearch ? { web_searches: MAX_SEARCHES } : {}),
  };
  const priced = (usage: Usage) => costOf(usage, name, config.prices).usd;
  const read = priced({ ...rest, input_tokens: tokens, cache_write_tokens: 0 });
  const written = priced({ ...rest, input_tokens: 0, cache_write_tokens: tokens });
  return read === null || written === null ? null : Math.max(read, written);
}

function givenTokens({ given }: Question<unknown>): number {
  return sumOf(given.flatMap(({ title, text }) => [title, text]));
}

/** Tools and the schema of the answer are sent with every call. */
function toolTokens({ tools, submitAs, Answer }: Question<unknown>): number {
  const described = tools.flatMap(({ name, description, Input }) => [name, description, schemaText(Input)]);
  return sumOf([...described, submitAs, schemaText(Answer)]);
}

function schemaText(schema: ZodType): string {
  return JSON.stringify(z.toJSONSchema(schema, { io: "input" }));
}

function sumOf(texts: readonly string[]): number {
  return texts.reduce((total, text) => total + mostTokens(text), 0);
}

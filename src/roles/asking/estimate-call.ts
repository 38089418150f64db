import { type ZodType, z } from "zod";
import { costOf, type Usage } from "../../domain/budget/cost.js";
import { estimateTokens } from "../../domain/budget/tokens.js";
import { MAX_SEARCHES, type Question } from "../../model/model-port.js";

/**
 * The most that one call of a question costs, in dollars: its prompt, tools and context, the longest answer of its
 * role, and every search it may make. Nothing is assumed to be read from a cache, and everything to be written to one,
 * which is more expensive. Null for a model without a price.
 */
export function estimateCall(question: Question<unknown>, messageTokens = givenTokens(question)): number | null {
  const { role, prompt, config } = question;
  const { name, max_tokens } = config.models[role];
  const tokens = estimateTokens(prompt.text, config.sizing) + toolTokens(question) + messageTokens;
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

function givenTokens({ given, config }: Question<unknown>): number {
  const shown = given.flatMap(({ title, text }) => [title, text]);
  return tokensOf(shown, config);
}

/** Tools and the schema of the answer are sent with every call. */
function toolTokens({ tools, submitAs, Answer, config }: Question<unknown>): number {
  const described = tools.flatMap(({ name, description, Input }) => [name, description, schemaText(Input)]);
  return tokensOf([...described, submitAs, schemaText(Answer)], config);
}

function schemaText(schema: ZodType): string {
  return JSON.stringify(z.toJSONSchema(schema, { io: "input" }));
}

function tokensOf(texts: readonly string[], { sizing }: Question<unknown>["config"]): number {
  return texts.reduce((total, text) => total + estimateTokens(text, sizing), 0);
}

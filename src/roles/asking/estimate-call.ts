import { type ZodType, z } from "zod";
import { costOf, type Usage } from "../../domain/budget/cost.js";
import { estimateTokens } from "../../domain/budget/tokens.js";
import { MAX_SEARCHES, type Question } from "../../model/model-port.js";

/**
 * What one call of a question costs at most, in dollars: its prompt, its tools and what is sent with it, the longest answer its role
 * allows, and every search it may make. What is sent is what is given, until the conversation has grown. None of it is read from a
 * cache, and all of it may be written to one, which is the dearer of the two where a provider charges for it. Null for a model
 * without a price.
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

/** Tools and the shape of the answer go with every call. */
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

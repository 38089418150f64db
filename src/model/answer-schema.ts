import { type ZodType, z } from "zod";
import type { Question } from "./model-port.js";
import { shortJsonSchema } from "./short-json-schema.js";

/** A JSON Schema with an object at its root. It says whether the described value is wrapped in `answer`. */
export type RootSchema = { readonly schema: { readonly [key: string]: unknown }; readonly wrapped: boolean };

/** With tools, the answer is the input of one more tool. Without, it is structured output. */
export function answersByTool(question: Pick<Question<unknown>, "tools">): boolean {
  return question.tools.length > 0;
}

/** The schema of a tool's input, with every limit for the role. */
export function toolSchema(Input: ZodType): RootSchema {
  const { Root, wrapped } = rootOf(Input);
  return { schema: shortJsonSchema(Root), wrapped };
}

/** The root of an answer must be an object. A union, such as an adjudication, is wrapped. */
export function rootOf(Answer: ZodType): { readonly Root: ZodType; readonly wrapped: boolean } {
  const wrapped = z.toJSONSchema(Answer, { io: "input" }).type !== "object";
  return { Root: wrapped ? z.strictObject({ answer: Answer }) : Answer, wrapped };
}

/** Unwraps the value. */
export function unwrap(value: unknown, { wrapped }: Pick<RootSchema, "wrapped">): unknown {
  if (!wrapped || typeof value !== "object" || value === null || !("answer" in value)) return value;
  return value.answer;
}

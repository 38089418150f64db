import { type ZodType, z } from "zod";
import type { Question } from "./model-port.js";

/** A JSON Schema with an object at its root, and whether the value it describes stands under `answer`. */
export type RootSchema = { readonly schema: { readonly [key: string]: unknown }; readonly wrapped: boolean };

/** With tools the answer is the input of one more tool; without, it is structured output. */
export function answersByTool(question: Pick<Question<unknown>, "tools">): boolean {
  return question.tools.length > 0;
}

/** The schema of a tool's input, with every limit the role has to keep. */
export function toolSchema(Input: ZodType): RootSchema {
  const { Root, wrapped } = rootOf(Input);
  const { $schema: _, ...schema } = z.toJSONSchema(Root, { io: "input" });
  return { schema, wrapped };
}

/** Only an object may be the root of what a model hands in; a union, such as an adjudication, is not one. */
export function rootOf(Answer: ZodType): { readonly Root: ZodType; readonly wrapped: boolean } {
  const wrapped = z.toJSONSchema(Answer, { io: "input" }).type !== "object";
  return { Root: wrapped ? z.strictObject({ answer: Answer }) : Answer, wrapped };
}

/** What was meant, out of what was sent. */
export function unwrap(value: unknown, { wrapped }: Pick<RootSchema, "wrapped">): unknown {
  if (!wrapped || typeof value !== "object" || value === null || !("answer" in value)) return value;
  return value.answer;
}

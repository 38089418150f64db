import { jsonSchemaOutputFormat } from "@anthropic-ai/sdk/helpers/json-schema";
import { type ZodType, z } from "zod";

/** A JSON Schema as the provider takes it, and whether the value it describes stands under `answer`. */
export type WireSchema = { readonly schema: { readonly [key: string]: unknown }; readonly wrapped: boolean };

/**
 * The schema of structured output. Numeric limits, lengths and patterns become descriptions there: only our own parse
 * enforces them (decisions.md#the-model-client).
 */
export function outputSchema(Answer: ZodType): WireSchema {
  const wrapped = !isObject(Answer);
  const described = z.toJSONSchema(wrapped ? z.strictObject({ answer: Answer }) : Answer, {
    reused: "ref",
    override: ({ jsonSchema }) => joinPatterns(jsonSchema),
  });
  const { schema } = jsonSchemaOutputFormat({ ...described, type: "object" } as ObjectSchema);
  return { schema: schema as WireSchema["schema"], wrapped };
}

type ObjectSchema = Parameters<typeof jsonSchemaOutputFormat>[0];

/** Several patterns of one text become `allOf` without a type, which the provider's own transformation refuses. */
function joinPatterns(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.type !== "string" || schema.allOf === undefined) return;
  const patterns = schema.allOf.flatMap(({ pattern }) => (pattern === undefined ? [] : [pattern]));
  delete schema.allOf;
  schema.description = [schema.description, `Matches ${patterns.join(" and ")}.`].filter(Boolean).join(" ");
}

/** The schema of a tool's input, with every limit the role has to keep. */
export function toolSchema(Input: ZodType): WireSchema {
  const wrapped = !isObject(Input);
  const { $schema: _, ...schema } = z.toJSONSchema(wrapped ? z.strictObject({ answer: Input }) : Input, {
    io: "input",
  });
  return { schema, wrapped };
}

/** What was meant, out of what was sent. */
export function unwrap(value: unknown, { wrapped }: Pick<WireSchema, "wrapped">): unknown {
  if (!wrapped || typeof value !== "object" || value === null || !("answer" in value)) return value;
  return value.answer;
}

/** Only an object may be the root of a schema on the wire; a union, such as an adjudication, is not one. */
function isObject(schema: ZodType): boolean {
  return z.toJSONSchema(schema, { io: "input" }).type === "object";
}
